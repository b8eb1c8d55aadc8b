import { site } from '../site';
import './share-button.css';

/** Opens the browser's share sheet, where there is one, with the page's address. */
export function ShareButton() {
  if (!('share' in navigator)) return null;
  return (
    <button type="button" className="share-button" aria-label="Share gel" onClick={share}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 15V4M8 7.5L12 3.5L16 7.5M5 12v6a2.5 2.5 0 0 0 2.5 2.5h9A2.5 2.5 0 0 0 19 18v-6" />
      </svg>
    </button>
  );
}

function share() {
  navigator.share({ title: site.title, url: window.location.origin }).catch(() => {
    // Closed without sharing.
  });
}
