/** What the page says of itself and of the product's accounts: change it here. */
export const site = {
  name: 'gel',
  title: 'gel — meet. connect. gel.',
  description:
    "Find the people who go to the same events before you go. Join gel's waitlist for early access.",
  /** What the link preview's picture shows, for those who cannot see it. */
  pictureText: 'gel: meet. connect. gel. Two drops of gel come together and become one.',
  /** How many people are on the waitlist (docs/product.md, 2). */
  waitlistCount: '500+',
  instagram: 'https://www.instagram.com/gel',
  tiktok: 'https://www.tiktok.com/@gel',
} as const;
