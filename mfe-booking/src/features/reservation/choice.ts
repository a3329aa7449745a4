import type { ConcertView } from '@concert/contracts/booking/http';
import type { Seating } from '@concert/contracts/booking/seating';

export type Category = ConcertView['categories'][number];

/** Where someone wants to sit and how many come. */
export interface Choice {
  readonly seating: Seating;
  readonly tickets: number;
}

/** The numbers of tickets that can be chosen now: up to the category's most, and no more than are left. */
export function ticketOptions(category: Category): number[] {
  return Array.from({ length: Math.max(0, Math.min(category.maxTickets, category.left)) }, (_, index) => index + 1);
}

/** A category as it is first shown: its own number of tickets, or what is left of it. */
export function chooseCategory(category: Category): Choice {
  return { seating: category.seating, tickets: Math.min(category.defaultTickets, Math.max(1, category.left)) };
}

/** What the whole booking costs, in minor units. */
export function amountMinor(category: Category, tickets: number): number {
  return category.pricedPer === 'ticket' ? category.priceMinor * tickets : category.priceMinor;
}

/** The choice to begin with: one kept from before, as far as it can still be had, else the first category with seats. */
export function firstChoice(categories: readonly Category[], kept: { seating: string | null; tickets: string | null }): Choice | undefined {
  const open = categories.filter((category) => category.left > 0);
  const before = open.find((category) => category.seating === kept.seating);
  const category = before ?? open[0] ?? categories[0];
  if (!category) return undefined;
  const tickets = Number(kept.tickets);
  return before && ticketOptions(before).includes(tickets) ? { seating: before.seating, tickets } : chooseCategory(category);
}
