import { useEffect, useState } from 'react';
import { openEncryptedStore } from './encrypted-store.ts';

/** Whether this device has a door list from before. False until its store has answered. */
export function useStoredList(): boolean {
  const [stored, setStored] = useState(false);
  useEffect(() => {
    let current = true;
    openEncryptedStore()
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
