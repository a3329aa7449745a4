/** The parts of the desk, each with an address of its own. */
export const DESK_PARTS = ['trouble', 'messages', 'runs'] as const;
export type DeskPart = (typeof DESK_PARTS)[number];

const FIRST: DeskPart = DESK_PARTS[0];

/** The part that an address names; one that it does not know is the first. */
export function partFromQuery(query: URLSearchParams): DeskPart {
  const named = query.get('part');
  return DESK_PARTS.find((part) => part === named) ?? FIRST;
}

/** The address of a part. */
export function pathOf(part: DeskPart): string {
  return part === FIRST ? '/desk' : `/desk?part=${part}`;
}
