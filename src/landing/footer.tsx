import { useEffect, useState } from 'react';
import { site } from '../lib/site';
import './footer.css';

/** Accounts, the placeholder Privacy link and the copyright line. */
export function Footer() {
  return (
    <footer className="footer">
      <nav aria-label="Footer">
        {Object.entries(site.accounts).map(([name, address]) => (
          <a key={name} href={address}>
            {name}
          </a>
        ))}
        {/* A placeholder without an address, so it goes nowhere, as specified. */}
        {/* biome-ignore lint/a11y/useValidAnchor: the placeholder link of the HTML standard */}
        <a role="link" aria-disabled="true">
          Privacy
        </a>
      </nav>
      <p>
        © <CurrentYear /> gel
      </p>
    </footer>
  );
}

/** The visitor's year: the built page carries the year of its build until the script is there. */
function CurrentYear() {
  const [year, setYear] = useState(__BUILD_YEAR__);
  useEffect(() => setYear(new Date().getFullYear()), []);
  // In an element of its own: a translation may have replaced bare text beside it.
  return <span>{year}</span>;
}
