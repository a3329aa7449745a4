const tickets = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`);
/** What becomes of the money, as a clause. */
const moneyGoes = (back: string | undefined, given: string | undefined) =>
  [...(back ? [`${back} goes back to the card you paid with`] : []), ...(given ? [`${given} is given to the welfare work`] : [])].join(
    ' and ',
  );
const numbered = (numbers: readonly number[]) => (numbers.length === 1 ? `ticket ${numbers[0]}` : `tickets ${numbers.join(', ')}`);

/** Every word of the page on which holders choose what becomes of their tickets after a postponement. */
export const words = {
  reading: 'Loading your tickets',
  failed: 'Your tickets could not be read',
  notFound: 'This link does not open any tickets',
  notFoundText:
    'Open the link that came with the news of the postponement, without a letter missing, or sign in with the account you booked with.',
  ended: 'This link has ended',
  endedText: 'Sign in with the account you booked with, or write to the organisers.',
  nothing: 'There is nothing to choose',
  nothingText:
    'Only paid tickets that were booked before the concert was postponed can be given back here, and only while the concert is not cancelled.',
  title: 'The concert is postponed',
  newDate: (date: string) => `It takes place on ${date}.`,
  toFollow: 'The new date is to follow.',
  until: (moment: string) => `You can choose until ${moment}, and change your choice until then.`,
  silence: {
    keep: 'If you choose nothing, you keep your tickets, and they are good for the new date.',
    refund: 'If you choose nothing, your tickets end then, and your money goes back to the card you paid with.',
  },
  chosen: 'Your choice is noted',
  chosenKeep: (count: number) => (count === 1 ? 'You keep your ticket.' : `You keep all ${count} tickets.`),
  chosenSome: (numbers: readonly number[], money: string) => `You give back ${numbered(numbers)}, and ${money}. You keep the rest.`,
  chosenAll: (count: number, money: string) => `You give back ${count === 1 ? 'your ticket' : `all ${count} tickets`}, and ${money}.`,
  moneyGoes,
  changeable: (moment: string) => `Nothing happens before ${moment}. Until then you can change it below.`,
  toConfirm: 'To be confirmed',
  toConfirmText: (moment: string) =>
    `This counts only if the buyer confirms it until ${moment}: by the newest email about it, or signed in. Otherwise the choice before it counts.`,
  confirm: 'Confirm this choice',
  over: 'The time to choose is over',
  overKept: 'Your tickets are kept. They are good for the new date.',
  overBack: (numbers: readonly number[]) => `You gave back ${numbered(numbers)}. The money goes back to the card you paid with.`,
  overGiven: (numbers: readonly number[], gifts: number) =>
    `You gave back ${numbered(numbers)}. ${gifts >= numbers.length ? 'The money is' : `The money of ${tickets(gifts)} is`} given to the welfare work${gifts >= numbers.length ? '' : ', and the rest goes back to the card you paid with'}.`,
  overSilent: (numbers: readonly number[]) =>
    `Nothing was chosen in time, so ${numbered(numbers)} ended. The money goes back to the card you paid with.`,
  overUnderWay: 'What was chosen until then is being carried out.',
  seeTickets: 'See your tickets',
  legend: 'What becomes of your tickets?',
  keepAll: (count: number) => (count === 1 ? 'Keep my ticket' : 'Keep all'),
  keepAllNote: 'Good for the new date, with the same codes',
  giveSome: 'Return some',
  giveSomeFigure: 'A share',
  giveSomeNote: 'Choose which; the rest stays good',
  giveAll: (count: number) => (count === 1 ? 'Give it back' : 'Return all'),
  giveAllNote: 'To the card you paid with',
  welfare: 'What goes to the welfare work',
  welfareHint: 'You can give money to it instead of taking it back. A receipt is sent to you by email.',
  welfareLink: 'What the welfare work does',
  noGift: 'Nothing',
  someGiven: (gifts: number) => `The money of ${tickets(gifts)}`,
  allGiven: 'All of it',
  which: 'Tickets to give back',
  ticket: (number: number) => `Ticket ${number}`,
  accessible: 'Ticket 1, accessible seat',
  companion: (number: number) => `Ticket ${number}, companion`,
  companionsEnd: 'Companions’ tickets end with the ticket of the accessible seat: they are given back with it.',
  noTicket: 'Choose at least one ticket to give back',
  allTickets: 'These are all your tickets: choose to give all back, or keep at least one',
  save: 'Save my choice …',
  saving: 'Saving your choice',
  ask: {
    title: { keep: (count: number) => `Keep ${tickets(count)}?`, give: (count: number) => `Give ${tickets(count)} back?` },
    keep: 'Your tickets are good for the new date. Nothing goes back.',
    give: (numbers: readonly number[], money: string, moment: string) =>
      `On ${moment} ${numbered(numbers)} ${numbers.length === 1 ? 'ends' : 'end'} and ${money}. Until then you can change your mind.`,
    back: 'Go back',
    save: 'Save my choice',
  },
  saved: 'Your choice is saved.',
  notSaved: 'Your choice was not saved',
  questions: 'Questions? Have your booking id at hand.',
  keepSecret: 'You need not sign in for this page. Whoever has its link can choose for you, so keep it to yourself.',
  /** On the ticket page. */
  offer: (moment: string) => `Until ${moment} you can keep your tickets, or give some or all of them back.`,
  offerLink: 'Keep or give back',
} as const;
