const seats = (count: number) => (count === 1 ? '1 seat' : `${count} seats`);
const tickets = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`);
const inSeating = (count: number, seating: string) => `${tickets(count)} in ${seating}`;
const minutes = (seconds: number) => (seconds < 60 ? 'few seconds' : seconds < 120 ? '1 minute' : `${Math.floor(seconds / 60)} minutes`);

/** Every word the booking screens show. Those of the specification are verbatim. */
export const texts = {
  tickets,
  seats: inSeating,
  logIn: 'Log in',
  tryAgain: 'Try again',
  contact: 'Contact Us',
  concertName: 'Music for Meditation Concert',
  loading: 'Loading the page',

  reserve: {
    /** 'Reserve Your Seat : {seating}' in the parts between which the line may break. */
    heading: { start: 'Reserve Your ', together: 'Seat :' },
    headingClosed: 'Reserve Your Seat',
    lede: (date: string) => `${date}. Choose where you would like to sit, then tell us who is coming.`,
    seatingLegend: 'Seating',
    perTicket: 'per ticket',
    forSeats: (count: number) => `for up to ${seats(count)}`,
    rules: {
      before: 'By reserving you accept the',
      terms: 'terms',
      and: 'and the',
      refund: 'refund rule',
      privacy: 'Privacy',
      after: 'says what we keep about you.',
    },
    left: (count: number) => (count <= 0 ? 'Sold out' : count <= 10 ? `Only ${seats(count)} left` : `${count} left`),
    name: 'Name',
    email: 'Email',
    phone: 'Phone Number',
    phoneHint: '10 digits, for example (555) 123-4567',
    tickets: 'No. of Tickets',
    ticketsLoading: 'Loading the list of tickets',
    amount: 'Amount (USD)',
    submit: 'Reserve Your Seat',
    pay: (amount: string) => `Pay ${amount}`,
    busy: 'Please wait while we process your request ...',
    errorsTitle: 'Please correct these before we reserve your seats',
    summary: {
      title: 'Your seats',
      line: (label: string, count: number) => `${label}, ${tickets(count)}`,
      fee: 'Booking fee',
      none: 'None',
      total: 'Total',
      hold: (minutes: number) =>
        `You pay on our payment provider's page. We hold your seats for ${minutes} minutes once you press the button.`,
    },
    signIn: {
      title: 'Log in to reserve',
      text: (label: string, count: number) =>
        `We keep your choice, ${label} with ${tickets(count)}, while you log in. Your tickets are sent to the email of your account.`,
      action: 'Log in and go on',
    },
    closed: {
      title: 'Registration is disabled',
      reason: 'Registration is disabled due to unforeseen weather conditions.',
      next: 'If you have already booked, your tickets and any news about them are under your bookings.',
      bookings: 'Your bookings',
    },
    soldOut: {
      title: 'All seats are taken',
      text: 'Seats that are not paid in time come back, so it is worth looking in again.',
      action: 'Look again',
    },
    unreadable: {
      title: 'We cannot show the seats at the moment',
      text: 'Nothing was reserved. Please try again in a moment.',
    },
    refused: {
      title: 'Your seats are not reserved yet',
      soldOut: (label: string) => `${label} has just sold out. Please choose another category.`,
      signedOut: 'You are no longer logged in. What you typed is kept on this page: log in and go on.',
    },
    unpaid: {
      title: 'The payment page did not open',
      text: (count: number, until: string) => `Your booking of ${tickets(count)} is kept until ${until}. Nothing was charged.`,
    },
    expired: 'The time for this booking is over and its seats went back. Press the button to reserve again.',
    waiting: {
      title: 'You already have seats waiting',
      text: (seating: string, count: number, amount: string, until: string) =>
        `${seating}, ${tickets(count)}, ${amount}, kept until ${until}. Pay for them, or give them up and choose anew.`,
    },
    again: {
      title: 'Buy again?',
      text: (bought: string) => `You bought ${bought} a few minutes ago. Buy again?`,
      bought: (count: number, seating: string, amount: string) => `${inSeating(count, seating)} for ${amount}`,
      boughtSome: (seating: string) => `seats in ${seating}`,
      keep: 'No, one booking is enough',
      act: 'Buy again',
    },
  },

  hold: {
    left: (clock: string) => `Kept for ${clock}`,
    over: 'The time is over',
    said: (what: string, seconds: number) =>
      seconds === 0 ? `${what}: the time is over and the seats go back.` : `${what}: kept for another ${minutes(seconds)}.`,
    pay: (amount: string) => `Pay ${amount}`,
    payOf: (amount: string, seating: string, count: number) => `Pay ${amount} for ${inSeating(count, seating)}`,
    opening: 'Opening the payment page ...',
    noPage: 'The payment page did not open. Your seats are kept: please try again.',
    notPayable: 'This booking can no longer be paid here. Its seats go back unless a payment for it is being confirmed.',
    giveUp: 'Give up',
    giveUpOf: (seating: string, count: number) => `Give up ${inSeating(count, seating)}`,
    giveUpTitle: 'Give these seats up?',
    giveUpText: (seating: string, count: number) =>
      `${inSeating(count, seating)} ${count === 1 ? 'goes' : 'go'} back at once and somebody else can take ${count === 1 ? 'it' : 'them'}. Nothing was charged.`,
    giveUpAct: (count: number) => `Give up ${tickets(count)}`,
    givingUp: 'Giving up ...',
    keep: 'Keep them',
    givenUp: (seating: string, count: number) => `You gave up ${inSeating(count, seating)}. Nothing was charged.`,
    closing: 'We are closing the payment page. The seats go back in a moment.',
  },

  sendBack: {
    twice: 'You bought twice within minutes',
    mistake: 'If this was a mistake, send this payment back. Your other booking stays as it is.',
    label: 'Send this payment back',
    labelOf: (amount: string, seating: string) => `Send this payment back: ${amount}, ${seating}`,
    until: (time: string) => `You can until ${time}`,
    title: (amount: string) => `Send ${amount} back?`,
    text: (seating: string, count: number) =>
      `You bought seats in this category twice within minutes. This booking of ${inSeating(count, seating)} ends at once, its tickets open no door, and the full amount returns to your card. Your other booking stays as it is.`,
    keep: 'Keep both bookings',
    act: (amount: string) => `Send ${amount} back`,
    busy: 'Sending back ...',
    done: (amount: string) => `${amount} is on its way back to your card.`,
  },

  refund: {
    link: 'Refund state',
    linkOf: (id: string) => `Refund state of ${id}`,
    more: 'Card and dates of your refund',
    title: 'Your refund',
    late_paid: (amount: string) =>
      `Your payment arrived after the seats had gone back. The full ${amount} is being returned to your card; you need not do anything.`,
    refund_requested: (amount: string) =>
      `${amount} is on its way back to your card. This page tells when it has left us; you need not do anything.`,
    refunded: (amount: string) => `${amount} was returned to your card. Your bank shows it within 5 to 10 business days.`,
    charged_back: (amount: string) =>
      `Your bank gave the ${amount} back to you after you disputed the payment, so this booking has ended and its tickets are no longer valid.`,
    refund_failed: (amount: string) =>
      `Your bank did not take the ${amount} back. We are on it and nothing is lost. For questions write to us with your booking id:`,
  },

  returned: {
    checkingHeading: 'Checking your payment',
    unpaidHeading: 'Not paid yet',
    unpaid: 'Waiting for payment',
    nothingPaid: (until: string) =>
      `You left the payment page without paying, and nothing was charged. Your seats are kept until ${until}: until then you can pay.`,
    logInToPay: 'Log in to pay',
    successHeading: 'Payment Successful',
    failedHeading: 'Payment Process Failed',
    thanks: 'Thank you for your payment',
    onTheirWay: (email: string) => `Your tickets are on their way to ${email}.`,
    notTaken: 'No payment was taken and the seats went back. You can reserve them again.',
    tooLate: 'Your payment arrived after the seats had gone back. The full amount is returned to your card.',
    processing: 'Please wait while processing ...',
    completed: 'Process Completed',
    invalid: 'Invalid request',
    invalidText: 'This address does not belong to a payment of yours. Open the page from the payment itself, or look under your bookings.',
    stillChecking: 'The card payment is still being confirmed. This page updates by itself, you can leave it open or come back later.',
    noAnswer: 'We cannot reach the payment at the moment. We keep asking, and nothing you paid is lost.',
    expired: 'Page expired',
    clarification: (email: string) => `For any clarification, please send an email with your booking id to ${email}`,
    truth: 'What is true of your booking now',
    fields: {
      bookingId: 'Booking id',
      name: 'Name',
      email: 'Email',
      seating: 'Seating',
      tickets: 'No. of Tickets',
      amount: 'Amount',
      currency: 'Currency',
    },
    seeTickets: 'See your tickets',
    seeBooking: 'See your booking',
    reserveAgain: 'Reserve again',
    bookings: 'Your bookings',
    addToCalendar: 'Add to calendar',
    cancelInCalendar: 'Mark as cancelled in calendar',
  },

  bookings: {
    heading: 'Ticket Booking Details',
    lede: 'Every booking made with your account, newest first.',
    empty: 'No bookings available',
    emptyText: 'When you reserve seats, they stand here with their tickets.',
    reserve: 'Reserve Your Seat',
    failed: 'Error fetching users list',
    signIn: 'Log in to see your bookings',
    signInText: 'Bookings belong to the account they were made with.',
    caption: 'Your bookings',
    columns: {
      bookingId: 'Booking ID',
      seating: 'Seating',
      tickets: 'No. of Tickets',
      amount: 'Amount',
      at: 'Date and Time',
      status: 'Status',
      details: 'Details',
    },
    open: 'Ticket details',
    openOf: (id: string) => `Ticket details of ${id}`,
  },

  details: {
    heading: 'Ticket Details',
    lede: 'Show one code for each person at the door, on this screen or printed.',
    notFound: 'There is no such booking',
    notFoundText: 'Check that the link is complete and from your latest mail, or log in with the account the booking was made with.',
    ended: 'This link has ended',
    endedText:
      'Links to tickets open until 90 days after the concert. Buyers see their bookings when they log in; you can also write to the organisers.',
    failed: 'The booking could not be read',
    ticket: (number: number, of: number) => `Ticket ${number} of ${of}`,
    qrLabel: (number: number, of: number) => `QR code of ticket ${number} of ${of}`,
    noTickets: {
      pending: 'The tickets appear here once the payment is confirmed.',
      none: 'This booking has no valid tickets.',
      off: 'The concert is cancelled, so this booking can no longer be paid.',
      making: 'The tickets are being made. This page shows them in a moment.',
    },
    print: 'Print',
    pdf: 'Download PDF',
    saving: 'Fetching the PDF',
    notSaved: (why: string) => `The PDF could not be fetched. ${why}`,
    bookings: 'Your bookings',
    status: 'Status',
    phone: 'Phone Number',
    reserved: 'Reserved',
    entry: {
      id: 'Entry id',
      group: 'Group',
      status: { Submitted: 'Valid', Issued: 'Valid', Revoked: 'Revoked' },
      off: 'Concert cancelled',
      revoked: 'The organisers took these tickets back. They open no door any more.',
    },
    cancelled: {
      title: 'The concert is cancelled',
      text: (day: string) => `The concert of ${day} is cancelled.`,
      /** What becomes of the reader's money. The specified promise is for those whom a refund is still owed. */
      money: {
        owed: 'A refund link will be sent to you by email within 2 or 3 days.',
        returning: 'Your money is on its way back to your card. How far it is stands below.',
        returned: 'Your money was returned to your card, so no refund is owed any more.',
        failed: 'Your refund has not reached your card. We are on it, and nothing is lost.',
        never:
          'No payment was taken for this booking, so there is nothing to return. Should one still arrive, all of it goes back to your card.',
        withBank: 'The bank was asked to take this payment back. Until it has decided, no refund can be sent.',
        takenBack: 'The bank has already returned this payment to the card, so no refund is owed any more.',
        free: 'Your entry was free, so there is no money to return.',
        unknown: 'Buyers who paid are sent a refund link by email within 2 or 3 days.',
      },
      support: 'For support write or call:',
    },
  },

  status: {
    pending: 'Waiting for payment',
    paid: 'Paid',
    failed: 'Payment failed',
    cancelled: 'Cancelled',
    expired: 'Expired',
    late_paid: 'Paid too late, refund on its way',
    refund_requested: 'Refund on its way',
    refunded: 'Refunded',
    refund_failed: 'Refund failed, we are on it',
    charged_back: 'Money returned by your bank',
  },
} as const;
