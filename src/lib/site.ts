/** The page's name, its description for search results and link previews, and the product's accounts. */
export const site = {
  name: 'gel',
  title: 'gel — meet. connect. gel.',
  description:
    'Find your people before the event. gel matches you with others who are going. Join the waitlist for early access.',
  /** How many people are on the waitlist ("Screens" in docs/product.md). */
  waitlistCount: '500+',
  accounts: { Instagram: 'https://www.instagram.com/gel', TikTok: 'https://www.tiktok.com/@gel' },
} as const;

/** What the link preview's picture shows, for those who cannot see it: the page itself. */
export const pictureText = 'The page of gel: the headline “meet. connect. gel.” and, beside it, the waitlist form.';
