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
        © <Year /> gel
      </p>
    </footer>
  );
}

/** The visitor's year: the built page has the year of its build. In an element, because a translation replaces text. */
function Year() {
  const year = String(new Date().getFullYear());
  const show = (element: HTMLElement | null) => {
    if (element && element.textContent !== year) element.textContent = year;
  };
  return (
    <span ref={show} suppressHydrationWarning>
      {year}
    </span>
  );
}
