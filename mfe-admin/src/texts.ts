/** Every word of the organisers' screens. Texts of the specification stand letter for letter. */
export const texts = {
  loading: 'Loading the page',
  coming: 'What comes here',
  meanwhile: 'Until then',
  login: 'Login',
  home: 'Go to the home page',
  signedOut: (purpose: string) => `Please log in to ${purpose}.`,
  signedOutHint: 'This page is for the concert’s organisers.',
  refused: 'Your account may not use this page',
  refusedText: (email: string, needs: string) => `You are logged in as ${email}. This page is for ${needs}; ask an admin of the concert if you should have it.`,
  needs: { organiser: 'organisers', admin: 'admins' },

  report: {
    purpose: 'see the concert bookings',
    lede: 'Seats taken and money charged first, then every booking.',
    comes: [
      'Totals for each seating category and the complimentary entries',
      'Every booking with its status, to search and to filter',
      'Download Report, as a spreadsheet',
    ],
    meanwhile: 'Each buyer sees their own bookings already, and the mails of paid bookings are on their way.',
  },
  family: {
    purpose: 'add a family member',
    lede: 'Free entries for family members, mailed with their own tickets.',
    comes: ['A form with name, email, phone number and number of tickets, 1 to 6', 'The entries so far, with what is left of the allotment'],
    meanwhile: 'Nothing can be entered here yet, and nothing is counted against the allotment.',
  },
  vip: {
    purpose: 'add a VIP',
    lede: 'Free entries for VIP guests, mailed with their own tickets.',
    comes: ['A form with name, email, phone number and number of tickets, 1 to 6', 'The entries so far, with what is left of the allotment'],
    meanwhile: 'Nothing can be entered here yet, and nothing is counted against the allotment.',
  },
  friends: {
    purpose: 'add a friends and family entry',
    lede: 'Free entries for friends and family, mailed with their own tickets.',
    comes: ['A form with name, email, phone number and number of tickets, 1 to 6', 'The entries so far, with what is left of the allotment'],
    meanwhile: 'Nothing can be entered here yet, and nothing is counted against the allotment.',
  },
  refundMails: {
    purpose: 'send the refund mails',
    lede: 'Tells everyone whose refund was issued and who does not know it yet, each once.',
    comes: ['The mails go out when an organiser opens this page, however often it is opened'],
    meanwhile: 'Opening this page sends nothing yet.',
  },
  refunds: {
    purpose: 'send refund notification',
    lede: 'Give money back for a booking, once and for certain.',
    comes: ['Get Details, which lists the bookings that can be refunded', 'Refund, for each of them, with what became of it'],
    meanwhile: 'No refund can be started here yet. No money moves from this page.',
  },
  door: {
    purpose: 'open the door list',
    lede: 'Let people in by the code on their ticket.',
    comes: ['Scanning with the camera, or typing the code', 'One answer for each code, also while the network is away'],
    meanwhile: 'Every paid booking already carries signed codes, one for each ticket.',
  },
  settings: {
    purpose: 'change the concert',
    lede: 'What every visitor reads about the concert, and whether reservations are taken.',
    comes: ['Date, venue, texts and contact', 'Capacity of each seating category', 'Open, disable or cancel the concert'],
    meanwhile: 'The concert runs with the settings it was started with.',
  },
  users: {
    purpose: 'see the users list',
    lede: 'Who has an account, and what it may do.',
    comes: ['The list of users with their roles', 'Making someone an organiser'],
    meanwhile: 'Accounts exist and can log in; their list is not shown yet.',
  },
} as const;
