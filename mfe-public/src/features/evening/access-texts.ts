/** The words of the page about accessibility. */
export const accessTexts = {
  lede: 'What the venue is like, how to reserve an accessible seat, and who to ask.',
  unread: 'The venue details could not be loaded just now. Open this page again in a moment, or ask the organisers.',
  venue: 'The venue',
  reserve: 'Accessible seats and companions',
  seats: {
    how: 'Accessible seats are reserved on the same page, at the same price and in the same step as all others. No proof is needed.',
    steps: [
      'Choose a category. Its card says how many accessible seats are left.',
      'Tick “One of us needs an accessible seat”, and say how many companions sit with you: up to three, while companion seats last.',
      'If you like, tell us what you need: a wheelchair space, a step-free way, the hearing loop, room for an assistance dog, a seat near the exit, or something in your own words.',
    ],
    needs: 'Organisers see what you need, and helpers at the door see what you ticked. It is deleted 30 days after the evening.',
    ends: 'Each companion has a ticket with a code of their own. It ends with the ticket of the accessible seat.',
    link: 'Reserve seats',
  },
  notFound: 'If you do not find what you need here, ask us before you reserve.',
  ask: 'Ask us',
  askText: 'A person answers. Tell us what would help you, and we will say what the venue can do.',
  phone: 'Phone',
  email: 'Email',
  form: 'Write to us here',
} as const;
