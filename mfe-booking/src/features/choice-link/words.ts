import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';
/** What becomes of the money, as a clause. */
const moneyGoes = (back: string | undefined, given: string | undefined) =>
  [...(back ? [`${back} is refunded to the card you paid with`] : []), ...(given ? [`${given} is given to the welfare work`] : [])].join(
    ' and ',
  );
const numbered = (numbers: readonly number[]) => (numbers.length === 1 ? `ticket ${numbers[0]}` : `tickets ${numbers.join(', ')}`);

/** Every word of the page on which holders choose what becomes of their tickets after a postponement. */
export const words = {
  reading: 'Loading your tickets',
  failed: 'Your tickets could not be loaded',
  notFound: 'This link does not open any tickets',
  notFoundText: 'Open the whole link from the email about the postponement, or sign in with the account you booked with.',
  ended: 'This link has ended',
  endedText: 'Sign in with the account you booked with, or write to the organisers.',
  nothing: 'There is nothing to choose',
  nothingText:
    'Only paid tickets that were booked before the concert was postponed can be returned here, and only while the concert is not cancelled.',
  title: 'The concert is postponed',
  newDate: (date: string) => `It takes place on ${date}.`,
  toFollow: 'The new date is to follow.',
  until: (moment: string) => `You can choose until ${moment}, and change your choice until then.`,
  silence: {
    keep: 'If you choose nothing, you keep your tickets, and they are valid for the new date.',
    refund: 'If you choose nothing, your tickets are then cancelled and refunded to the card you paid with.',
  },
  chosen: 'Your choice is saved',
  chosenKeep: (count: number) => (count === 1 ? 'You keep your ticket.' : `You keep all ${count} tickets.`),
  chosenSome: (numbers: readonly number[], money: string) => `You return ${numbered(numbers)}, and ${money}. You keep the rest.`,
  chosenAll: (count: number, money: string) => `You return ${count === 1 ? 'your ticket' : `all ${count} tickets`}, and ${money}.`,
  moneyGoes,
  changeable: (moment: string) => `Nothing happens before ${moment}. Until then you can change it below.`,
  toConfirm: 'To be confirmed',
  toConfirmText: (moment: string) =>
    `This counts only if the buyer confirms it until ${moment}: by the newest email about it, or signed in. Otherwise your previous choice counts.`,
  confirm: 'Confirm this choice',
  over: 'The time to choose is over',
  overKept: 'Your tickets are kept. They are valid for the new date.',
  overBack: (numbers: readonly number[]) => `You returned ${numbered(numbers)}. The refund goes to the card you paid with.`,
  overGiven: (numbers: readonly number[], gifts: number) =>
    `You returned ${numbered(numbers)}. ${gifts >= numbers.length ? 'The money is' : `The money of ${ticketsInWords(gifts)} is`} given to the welfare work${gifts >= numbers.length ? '' : ', and the rest is refunded to the card you paid with'}.`,
  overSilent: (numbers: readonly number[]) =>
    `Nothing was chosen in time, so ${numbered(numbers)} ended. The refund goes to the card you paid with.`,
  overUnderWay: 'The last choice is being carried out.',
  seeTickets: 'See your tickets',
  legend: 'What would you like to do with your tickets?',
  keepAll: (count: number) => (count === 1 ? 'Keep my ticket' : 'Keep all'),
  keepAllNote: 'Valid for the new date, with the same codes',
  giveSome: 'Return some',
  giveSomeFigure: 'A share',
  giveSomeNote: 'Choose which; the rest stays valid',
  giveAll: (count: number) => (count === 1 ? 'Return it' : 'Return all'),
  giveAllNote: 'To the card you paid with',
  welfare: 'Give to the welfare work',
  welfareHint: 'You can give the money to it instead of a refund. A receipt is sent to you by email.',
  welfareLink: 'What the welfare work does',
  noGift: 'Nothing',
  someGiven: (gifts: number) => `The money of ${ticketsInWords(gifts)}`,
  allGiven: 'All of it',
  which: 'Tickets to return',
  ticket: (number: number) => `Ticket ${number}`,
  accessible: 'Ticket 1, accessible seat',
  companion: (number: number) => `Ticket ${number}, companion`,
  companionsEnd: 'Companions’ tickets end with the ticket of the accessible seat: they are returned with it.',
  noTicket: 'Choose at least one ticket to return',
  allTickets: 'These are all your tickets: choose to return all, or keep at least one',
  save: 'Save my choice …',
  saving: 'Saving your choice',
  ask: {
    title: { keep: (count: number) => `Keep ${ticketsInWords(count)}?`, give: (count: number) => `Return ${ticketsInWords(count)}?` },
    keep: 'Your tickets are valid for the new date.',
    give: (numbers: readonly number[], money: string, moment: string) =>
      `On ${moment} ${numbered(numbers)} ${numbers.length === 1 ? 'ends' : 'end'} and ${money}. Until then you can change your mind.`,
    back: 'Go back',
    save: 'Save my choice',
  },
  saved: 'Your choice is saved.',
  notSaved: 'Your choice was not saved',
  questions: 'Questions? Have your booking id at hand.',
  keepSecret: 'You need not sign in for this page. Anyone with the link can choose for you, so keep it to yourself.',
  /** On the ticket page. */
  offer: (moment: string) => `Until ${moment} you can keep your tickets, or return some or all of them.`,
  offerLink: 'Keep or return',
} as const;
