import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page's code runs; false until a prerendered page is hydrated, which must first say the same as it was drawn. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
