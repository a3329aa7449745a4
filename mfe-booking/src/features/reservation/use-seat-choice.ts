import type { ConcertView } from '@concert/contracts/booking/http';
import type { Seating } from '@concert/contracts/booking/seating';
import { useAlive, useOnceAlive } from '@concert/design-system/use-alive.ts';
import { useState } from 'react';
import {
  amountMinor,
  chooseCategory,
  choiceOf,
  companionOptions,
  firstChoice,
  freeOf,
  hasAccessible,
  ticketOptions,
  type Choice,
} from './choice.ts';
import { storedFormValues } from './reservation.ts';
import type { Reservation } from './use-reservation.ts';

/**
 * The choice of a concert's seats, starting with what was pressed early or what this browser stored. A new choice goes back to the form. There
 * is none on a prerendered page.
 * @param email of the signed-in buyer, whose choice was stored
 */
export function useSeatChoice(concert: ConcertView, email: string | undefined, { progress, startOver, offered }: Reservation) {
  const alive = useAlive();
  const begin = () => {
    if (progress.at === 'form' && progress.back) return choiceOf(concert.categories, progress.back);
    // What was pressed before the page's code ran.
    const seating = document.querySelector<HTMLInputElement>('input[name="seating"]:checked')?.value;
    return firstChoice(concert.categories, seating === undefined ? storedFormValues(email) : { seating, tickets: null });
  };
  const [choice, setChoice] = useState<Choice | undefined>(() => (alive ? begin() : undefined));
  useOnceAlive(() => setChoice(begin()));
  const [preset, setPreset] = useState<typeof offered>();
  // What is held for a buyer is chosen first.
  if (offered[0] && preset !== offered) {
    setPreset(offered);
    setChoice(choiceOf(concert.categories, offered[0]));
  }
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
    // Set where one of the tickets is for an accessible seat: how many are for companions by it.
    companions,
    free,
    // Held seats keep the price they were reserved at.
    amountMinor: 'held' in progress ? progress.held.amount : amountMinor(category, tickets, free),
    // What it cost when this page was opened, where that was something else.
    ...(priceBefore === category.priceMinor ? {} : { priceBefore }),
    isLeft,
    options: numbers.includes(tickets) ? numbers : [...numbers, tickets],
    choose: (seating: Seating) => {
      const next = concert.categories.find((one) => one.seating === seating);
      if (!next || progress.at === 'busy') return;
      setChoice(chooseCategory(next));
      startOver();
    },
    // Whoever brings more people most likely wants them close by.
    chooseTickets: (count: number) =>
      changed({ ...choice, tickets: count, ...(accessible ? { companions: companionOptions(count).length - 1 } : {}) }),
    chooseCompanions: (count: number | undefined) => {
      const { companions: _before, ...rest } = choice;
      changed({ ...rest, tickets, ...(count === undefined ? {} : { companions: count }) });
    },
  };
}

/** The chosen category and number of tickets, and the actions that change them. */
export type SeatChoice = NonNullable<ReturnType<typeof useSeatChoice>>;
