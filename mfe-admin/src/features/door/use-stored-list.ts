import { useEffect, useState } from 'react';
import { openVault } from './vault.ts';

/** Whether this device has a door list from before. False until its store has answered. */
export function useStoredList(): boolean {
  const [stored, setStored] = useState(false);
  useEffect(() => {
    let current = true;
    openVault()
      .has('list')
      .then(
        (found) => current && setStored(found),
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, []);
  return stored;
}
