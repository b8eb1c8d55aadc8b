import { useHydrated } from '@tanstack/react-router';
import { site } from '../lib/site';
import './footer.css';

/** Accounts, the placeholder Privacy link and the copyright line. */
export function Footer() {
  return (
    <footer className="page-width footer">
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
      {/* The built page has the year of its build. The key changes with hydration, so React renders the line anew. */}
      <p key={useHydrated() ? 'visited' : 'built'} suppressHydrationWarning>
        © {new Date().getFullYear()} gel
      </p>
    </footer>
  );
}
