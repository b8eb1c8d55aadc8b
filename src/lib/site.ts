/** What gel is, in one line: for search results, link previews and their picture. */
const oneLine = 'Find your people before the event.';

/** The page's name, its description for search results and link previews, and the product's accounts. */
export const site = {
  name: 'gel',
  title: 'gel — meet. connect. gel.',
  description: `${oneLine} gel matches you with others who are going. Join the waitlist for early access.`,
  /** How many people are on the waitlist (docs/product.md, 1). */
  waitlistCount: '500+',
  accounts: { Instagram: 'https://www.instagram.com/gel', TikTok: 'https://www.tiktok.com/@gel' },
} as const;

/** What the link preview's picture shows, for those who cannot see it. */
export const pictureText = `gel: meet. connect. gel. ${oneLine} Two balls of gel melt into one.`;
