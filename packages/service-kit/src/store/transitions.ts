/** Which state may follow which. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

/** The states that no path from the first one reaches. */
export function unreachableStates<State extends string>(table: Transitions<State>, first: State): State[] {
  const reached = new Set<State>([first]);
  for (const state of reached) for (const next of table[state]) reached.add(next);
  return (Object.keys(table) as State[]).filter((state) => !reached.has(state));
}

/** Refuses a table with a state that is never reached, when a service starts. @throws Error naming those states */
export function assertReachable<State extends string>(table: Transitions<State>, first: State): void {
  const lost = unreachableStates(table, first);
  if (lost.length > 0) throw new Error(`no transition leads to ${lost.join(', ')}`);
}
