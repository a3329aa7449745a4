import type { ChoiceShown } from '@concert/contracts/booking/choices';

/** A choice while it is being made. */
export interface ChoiceValues {
  readonly wish: 'keep' | 'some' | 'all';
  /** Numbers of the tickets ticked, which count where some are given back. */
  readonly chosen: readonly number[];
}

/** What the form shows at first: what was chosen before, or that all is kept. */
export function firstValues({ choice, tickets }: ChoiceShown): ChoiceValues {
  const back = (choice?.giveBack ?? []).filter((number) => tickets.includes(number));
  if (back.length === 0) return { wish: 'keep', chosen: [] };
  return back.length === tickets.length ? { wish: 'all', chosen: [] } : { wish: 'some', chosen: back };
}

/** Numbers of the tickets that are given back, in their order. */
export function givenBack({ wish, chosen }: ChoiceValues, tickets: readonly number[]): readonly number[] {
  if (wish === 'keep') return [];
  return wish === 'all' ? tickets : tickets.filter((number) => chosen.includes(number));
}
