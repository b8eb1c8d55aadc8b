/** The page's name, its description for search results and link previews, and the product's accounts. */
export const site = {
  name: 'gel',
  title: 'gel — meet. connect. gel.',
  description:
    'Find your people before the event. gel matches you with others who are going. Join the waitlist for early access.',
  accounts: { Instagram: 'https://www.instagram.com/gel', TikTok: 'https://www.tiktok.com/@gel' },
} as const;
