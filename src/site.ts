/** What gel is, in one line: for search results, link previews and their picture. */
const oneLine = 'Find the people who go to the same events before you go.';

/** The page's name, its description elsewhere, and the product's accounts. */
export const site = {
  name: 'gel',
  title: 'gel — meet. connect. gel.',
  oneLine,
  description: `${oneLine} Join gel's waitlist for early access.`,
  /** What the link preview's picture shows, for those who cannot see it. */
  pictureText: `gel: meet. connect. gel. ${oneLine} Two balls of gel with eyes look on.`,
  /** How many people are on the waitlist (docs/product.md, 2). */
  waitlistCount: '500+',
  accounts: {
    Instagram: 'https://www.instagram.com/gel',
    TikTok: 'https://www.tiktok.com/@gel',
  },
} as const;
