/** The parts of the desk, each with an address of its own. */
export const PARTS = ['trouble', 'messages', 'runs'] as const;
export type Part = (typeof PARTS)[number];

const FIRST: Part = PARTS[0];

/** The part that an address names; one that it does not know is the first. */
export function partFromQuery(query: URLSearchParams): Part {
  const named = query.get('part');
  return PARTS.find((part) => part === named) ?? FIRST;
}

/** The address of a part. */
export function pathOf(part: Part): string {
  return part === FIRST ? '/desk' : `/desk?part=${part}`;
}
