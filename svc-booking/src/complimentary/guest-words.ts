import { GROUP_NAMES, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';

/** '1 ticket', '4 tickets' */
export function ticketsInWords(count: number): string {
  return count === 1 ? '1 ticket' : `${count} tickets`;
}

/** Says how many tickets a guest has in a group: 'has 2 tickets in VIP Tickets already'. */
export function duplicateInWords(tickets: number, group: ComplimentaryCategory): string {
  return `has ${ticketsInWords(tickets)} in ${GROUP_NAMES[group]} already`;
}
