/** The words of the landing page's lists. Titles are the specification's. */

export const steps = [
  {
    title: 'Join an Event',
    text: 'Pick the night you are going to: a show, a party, a meetup around the corner.',
  },
  {
    title: 'Match with People',
    text: 'See who else is going. Like the ones you would love to meet, or cross paths and move on.',
  },
  {
    title: 'Connect Before You Go',
    text: 'Say hi to your matches first, so you walk in already knowing someone.',
  },
] as const;

export const benefits = [
  {
    title: 'Authentic connections',
    text: 'Friends or dating, you say which. Everyone you meet here has the same plans tonight.',
  },
  {
    title: 'Events and meetups',
    text: 'From sold-out shows to small meetups: one place to see where your people are headed.',
  },
  {
    title: 'Privacy first',
    text: 'You control who can message you and who is blocked. Nobody reaches you uninvited.',
  },
] as const;
