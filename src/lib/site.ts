/** The page's name, its description for search results and link previews, and the product's accounts. */
export const site = {
  name: 'gel',
  title: 'gel — meet. connect. gel.',
  description:
    'Find your people before the event. gel matches you with others who are going. Join the waitlist for early access.',
  /** The agreed text ("Screens" in docs/product.md), not a count. */
  waitlistCount: '500+',
  accounts: { Instagram: 'https://www.instagram.com/gel', TikTok: 'https://www.tiktok.com/@gel' },
} as const;

/** What the link preview's picture shows, for those who cannot see it: the page itself. */
export const pictureText = 'The page of gel: the headline “meet. connect. gel.” and, beside it, the waitlist form.';
