import { isInsideApp } from '@concert/contracts/core/in-app-browser';
import { pageAt } from '@concert/contracts/site/pages';
import { useEffect, useState } from 'react';
import { browserCopyStore } from './copy-store.ts';
import { ticketWords } from './ticket-words.ts';

type Kept = 'never' | 'for-a-time' | 'kept';

/** Whether this page opens without network later. Apps that show pages inside keep nothing, and most browsers forget what nobody visits. */
async function howKept(): Promise<Kept> {
  // Another page that shows codes leads to the one that is kept.
  if (!pageAt(window.location.pathname)?.offline) return 'kept';
  // Only the address that opens the tickets by itself is kept.
  const opensByItself = new URLSearchParams(window.location.search).has('ref2');
  if (!opensByItself || isInsideApp() || !('serviceWorker' in navigator)) return 'never';
  try {
    await Promise.all([navigator.serviceWorker.getRegistration(), browserCopyStore().get('')]);
    return (await navigator.storage.persisted()) ? 'kept' : 'for-a-time';
  } catch {
    return 'never';
  }
}

/** Says where this page will not open without network, or not for long, and where else to keep the codes. */
export function KeepNote() {
  const [kept, setKept] = useState<Kept>('kept');
  useEffect(() => {
    let current = true;
    void howKept().then((found) => current && setKept(found));
    return () => {
      current = false;
    };
  }, []);
  return kept !== 'kept' && <p className="quiet">{kept === 'never' ? ticketWords.notKept : ticketWords.keptForATime}</p>;
}
