import { moneyOfTickets, type ChoiceShown } from '@concert/contracts/booking/choices';

/** A choice while it is being made. */
export interface ChoiceValues {
  readonly wish: 'keep' | 'some' | 'all';
  /** Numbers of the tickets ticked, which count where some are given back. */
  readonly chosen: readonly number[];
  /** Of how many tickets the money goes to the welfare work; more than are given back count as all of them. */
  readonly gifts: number;
}

/** What the form shows at first: what was chosen before, or that all is kept. */
export function firstValues({ choice: counts, toConfirm, tickets }: ChoiceShown): ChoiceValues {
  const choice = toConfirm ?? counts;
  const back = (choice?.giveBack ?? []).filter((number) => tickets.includes(number));
  const gifts = choice?.gifts ?? 0;
  if (back.length === 0) return { wish: 'keep', chosen: [], gifts };
  return back.length === tickets.length ? { wish: 'all', chosen: [], gifts } : { wish: 'some', chosen: back, gifts };
}

/** Whether a companion's ticket is given back because the one of the accessible seat is. */
export function followsAccessibleTicket(
  { chosen }: Pick<ChoiceValues, 'chosen'>,
  { companions }: { readonly companions: readonly number[] },
  number: number,
): boolean {
  return companions.includes(number) && chosen.includes(1);
}

/** Numbers of the tickets that are given back, in their order. */
export function returnedTickets(values: ChoiceValues, shown: Pick<ChoiceShown, 'tickets' | 'companions'>): readonly number[] {
  const { wish, chosen } = values;
  if (wish === 'keep') return [];
  return shown.tickets.filter((number) => wish === 'all' || chosen.includes(number) || followsAccessibleTicket(values, shown, number));
}

/** What becomes of the money of tickets that are given back, in minor units. */
export interface Outcome {
  readonly backMinor: number;
  readonly givenMinor: number;
}

/**
 * What goes back to the card and what is given, where so many tickets are given back and the money of so many of them goes to the welfare
 * work. Gifts are counted first, as when the choice is carried out.
 */
export function outcomeOf({ tickets, moneyBack }: Pick<ChoiceShown, 'tickets' | 'moneyBack'>, count: number, gifts: number): Outcome {
  const given = Math.min(gifts, count);
  const givenMinor = moneyBack[given - 1] ?? 0;
  const left = (moneyBack.at(-1) ?? 0) - givenMinor;
  return { givenMinor, backMinor: count > given ? moneyOfTickets(left, tickets.length - given, count - given) : 0 };
}
