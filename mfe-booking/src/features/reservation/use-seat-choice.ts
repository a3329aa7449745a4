import type { ConcertView } from '@concert/contracts/booking/http';
import type { Seating } from '@concert/contracts/booking/seating';
import { useState } from 'react';
import {
  amountMinor,
  chooseCategory,
  companionOptions,
  firstChoice,
  freeOf,
  hasAccessible,
  ticketOptions,
  type Category,
  type Choice,
} from './choice.ts';
import { storedFormValues } from './reservation.ts';
import type { Reservation } from './use-reservation.ts';

/** The chosen category and number of tickets, and the actions that change them. */
export interface SeatChoice {
  readonly category: Category;
  readonly tickets: number;
  /** Set where one of the tickets is for an accessible seat: how many are for companions by it. */
  readonly companions: number | undefined;
  /** Tickets that cost nothing. */
  readonly free: number;
  /** What is paid for all of them, in minor units: held seats keep the price they were reserved at. */
  readonly amountMinor: number;
  /** Set where the category cost something else when this page was opened: what it cost then, in minor units. */
  readonly priceBefore?: number;
  /** False where no seat of this kind is left. */
  readonly isLeft: boolean;
  /** The numbers of tickets to choose from; the chosen one is among them. */
  readonly options: readonly number[];
  readonly choose: (seating: Seating) => void;
  readonly chooseTickets: (count: number) => void;
  /** @param companions undefined for no accessible seat */
  readonly chooseCompanions: (companions: number | undefined) => void;
}

/**
 * The choice of a concert's seats, starting with what this browser stored. A new choice goes back to the form.
 * @param email of the signed-in buyer, whose choice was stored
 */
export function useSeatChoice(
  concert: ConcertView,
  email: string | undefined,
  { progress, startOver }: Reservation,
): SeatChoice | undefined {
  const [choice, setChoice] = useState<Choice | undefined>(() => firstChoice(concert.categories, storedFormValues(email)));
  const [shownFirst] = useState(concert.categories);
  const category = concert.categories.find((one) => one.seating === choice?.seating);

  if (!choice || !category) return undefined;
  const accessible = choice.companions !== undefined && hasAccessible(category);
  const possibleNumbers = ticketOptions(category, accessible);
  const isLeft = possibleNumbers.length > 0;
  const numbers = isLeft ? possibleNumbers : [choice.tickets];
  // There may be fewer seats left than when the choice was made.
  const possible = numbers.includes(choice.tickets) ? choice.tickets : (numbers.at(-1) ?? choice.tickets);
  // A booking that is offered again is shown as it is, not as it was chosen.
  const tickets = progress.at === 'waiting' ? progress.held.notickets : possible;

  const companions = accessible ? Math.min(choice.companions, companionOptions(tickets).length - 1) : undefined;
  const free = freeOf({ seating: category.seating, tickets, ...(companions === undefined ? {} : { companions }) }, concert);
  const priceBefore = shownFirst.find(({ seating }) => seating === category.seating)?.priceMinor;
  const changed = (next: Choice) => {
    setChoice(next);
    startOver();
  };

  return {
    category,
    tickets,
    companions,
    free,
    amountMinor: 'held' in progress ? progress.held.amount : amountMinor(category, tickets, free),
    ...(priceBefore === category.priceMinor ? {} : { priceBefore }),
    isLeft,
    options: numbers.includes(tickets) ? numbers : [...numbers, tickets],
    choose: (seating) => {
      const next = concert.categories.find((one) => one.seating === seating);
      if (!next || progress.at === 'busy') return;
      setChoice(chooseCategory(next));
      startOver();
    },
    // Whoever brings more people most likely wants them close by.
    chooseTickets: (count) =>
      changed({ ...choice, tickets: count, ...(accessible ? { companions: companionOptions(count).length - 1 } : {}) }),
    chooseCompanions: (count) => {
      const { companions: _before, ...rest } = choice;
      changed({ ...rest, tickets, ...(count === undefined ? {} : { companions: count }) });
    },
  };
}
