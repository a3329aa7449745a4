import { freeTickets, MAX_COMPANIONS } from '@concert/contracts/booking/access';
import type { ConcertView } from '@concert/contracts/booking/http';
import type { HeldForYou } from '@concert/contracts/booking/reserving';
import type { Seating } from '@concert/contracts/booking/seating';

export type Category = ConcertView['categories'][number];

/** Where someone wants to sit and how many come. */
export interface Choice {
  readonly seating: Seating;
  readonly tickets: number;
  /** Set where one of them needs an accessible seat: how many of the others sit by it. */
  readonly companions?: number;
}

/** The most tickets that one booking can have now, with an accessible seat or without. */
function seatsFor(category: Category, accessible: boolean): number {
  return accessible ? (category.accessible?.ticketsLeft ?? 0) : category.left;
}

/** Seats that are held for who is choosing. */
export type HeldSeats = Pick<HeldForYou, 'seating' | 'notickets' | 'access'>;

/** The categories as they are for whom these seats are held, however full they are for others. */
export function withHeldSeats(categories: readonly Category[], held: readonly HeldSeats[]): readonly Category[] {
  return categories.map((category) => {
    const own = held.filter(({ seating }) => seating === category.seating);
    const special = own.filter(({ access }) => access);
    const most = (holds: readonly HeldSeats[]) => Math.max(0, ...holds.map(({ notickets }) => notickets));
    const { accessible } = category;
    return {
      ...category,
      left: category.left + most(own),
      ...(accessible && special.length > 0
        ? { accessible: { ...accessible, left: accessible.left + 1, ticketsLeft: Math.max(accessible.ticketsLeft, most(special)) } }
        : {}),
    };
  });
}

/** The choice that led to a hold, as far as it can still be had. */
export function choiceOf(categories: readonly Category[], { seating, notickets, access }: HeldSeats): Choice | undefined {
  return firstChoice(categories, { seating, tickets: String(notickets), ...(access ? { companions: String(access.companions) } : {}) });
}

/** Whether there are seats for anybody, be it only for those who need an accessible one. */
export function hasSeats(category: Category): boolean {
  return category.left > 0 || hasAccessible(category);
}

export function hasAccessible({ accessible }: Category): boolean {
  return accessible !== undefined && accessible.left > 0;
}

/** The numbers of tickets that can be chosen now: up to the category's most, and no more than are left. */
export function ticketOptions(category: Category, accessible = false): number[] {
  return Array.from({ length: Math.max(0, Math.min(category.maxTickets, seatsFor(category, accessible))) }, (_, index) => index + 1);
}

/** How many of a booking's people can sit by its accessible seat. */
export function companionOptions(tickets: number): number[] {
  return Array.from({ length: 1 + Math.min(MAX_COMPANIONS, tickets - 1) }, (_, index) => index);
}

/** A category as it is first shown: its own number of tickets, or what is left of it. */
export function chooseCategory(category: Category): Choice {
  return { seating: category.seating, tickets: Math.min(category.defaultTickets, Math.max(1, category.left)) };
}

/** What the whole booking costs, in minor units. @param free tickets of it that cost nothing */
export function amountMinor(category: Category, tickets: number, free = 0): number {
  return category.pricedPer === 'ticket' ? category.priceMinor * (tickets - free) : category.priceMinor;
}

/** Tickets of a choice that cost nothing. */
export function freeOf({ seating, companions }: Choice, { freeCompanion }: Pick<ConcertView, 'freeCompanion'>): number {
  return freeTickets(seating, companions === undefined ? undefined : { companions }, freeCompanion);
}

/** The choice to begin with: one kept from before, as far as it can still be had, else the first category with seats. */
export function firstChoice(
  categories: readonly Category[],
  kept: { seating: string | null; tickets: string | null; companions?: string | null },
): Choice | undefined {
  const open = categories.filter(hasSeats);
  const before = open.find((category) => category.seating === kept.seating);
  const category = before ?? open.find(({ left }) => left > 0) ?? open[0] ?? categories[0];
  if (!category) return undefined;
  const tickets = Number(kept.tickets);
  const accessible = kept.companions && before && hasAccessible(before) ? { companions: Number(kept.companions) } : undefined;
  if (!before || !ticketOptions(before, Boolean(accessible)).includes(tickets)) return chooseCategory(category);
  if (!accessible || !companionOptions(tickets).includes(accessible.companions)) return { seating: before.seating, tickets };
  return { seating: before.seating, tickets, ...accessible };
}
