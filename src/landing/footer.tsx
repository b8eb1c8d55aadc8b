import { useHydrated } from '@tanstack/react-router';
import { site } from '../lib/site';
import './footer.css';

/** The links, and the copyright line. */
export function Footer() {
  return (
    <footer className="page-width footer">
      <nav aria-label="Footer">
        {Object.entries(site.accounts).map(([name, address]) => (
          <a key={name} href={address}>
            {name}
          </a>
        ))}
        {/* A placeholder without an address, so it goes nowhere ("Screens" in docs/product.md). */}
        {/* biome-ignore lint/a11y/useValidAnchor: the placeholder link of the HTML standard */}
        <a role="link" aria-disabled="true">
          Privacy
        </a>
      </nav>
      {/* The HTML has the year of the build, which hydration keeps. With a new key, React renders the line anew. */}
      <p key={useHydrated() ? 'visited' : 'built'} suppressHydrationWarning>
        {`© ${new Date().getFullYear()} ${site.name}`}
      </p>
    </footer>
  );
}
