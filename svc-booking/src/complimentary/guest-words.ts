import { GROUP_NAMES, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';

/** Says how many tickets a guest has in a group: 'has 2 tickets in VIP Tickets already'. */
export function duplicateInWords(tickets: number, group: ComplimentaryCategory): string {
  return `has ${ticketsInWords(tickets)} in ${GROUP_NAMES[group]} already`;
}
