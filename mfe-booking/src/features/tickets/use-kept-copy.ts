import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useState } from 'react';
import { browserCopyStore } from './copy-store.ts';
import { KeptCopies, type KeptCopy } from './kept-copies.ts';
import type { DetailsState } from './use-booking-details.ts';

const copies = new KeptCopies(browserCopyStore(), () => Date.now());

/**
 * Keeps on this device what a ticket page shows, and gives it back while the site cannot be reached. Only for an address that opens the
 * tickets by itself; a copy goes as soon as the site says that the address opens nothing any more.
 */
export function useKeptCopy<B extends { readonly tickets?: readonly unknown[] | undefined }>(
  reference: string,
  capability: string | null,
  state: DetailsState<B>,
): KeptCopy<B> | undefined {
  const { concert } = useSession();
  const [found, setFound] = useState<KeptCopy<B>>();
  const { at } = state;
  const bookings = state.at === 'found' ? state.bookings : undefined;

  useEffect(() => {
    if (capability && concert && bookings?.some(({ tickets }) => tickets?.length))
      void copies.keep({ reference, capability }, bookings, concert);
  }, [reference, capability, bookings, concert]);

  useEffect(() => {
    if (!capability) return;
    if (at === 'unknown' || at === 'ended') void copies.drop({ reference, capability });
    if (at !== 'failed') return;
    let current = true;
    void copies.find<B>({ reference, capability }).then((copy) => current && setFound(copy));
    return () => {
      current = false;
    };
  }, [reference, capability, at]);

  return at === 'failed' ? found : undefined;
}
