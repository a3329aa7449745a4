import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page's code runs; false until a prerendered page is hydrated, which must first say the same as it was drawn. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Begins what a prerendered page does not say, once its code runs; where there was no such page it has begun. @param begin sets state */
export function useOnceAlive(begin: () => void): void {
  const alive = useAlive();
  const [begun, setBegun] = useState(alive);
  if (!alive || begun) return;
  setBegun(true);
  begin();
}
