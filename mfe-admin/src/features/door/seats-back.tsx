import { bookingRoutes } from '@concert/contracts/booking/http';
import { localTimeOf } from '@concert/contracts/core/zoned-time';
import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { QrCode } from '@concert/design-system/qr-code.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import { useState } from 'react';
import styles from './door.module.css';
import { texts } from './texts.ts';

const words = texts.seatsBack;
const FRESH = { while: () => true, firstMs: 15_000 };

/**
 * On the evening: seats that nobody waits for while the sale runs, which whoever stands here can buy by phone. The code leads to the form, because a payment
 * page needs a buyer with a name and an email. It names no category: the form begins with the first that has seats, at its usual number or what is left.
 */
export function SeatsBack() {
  const { value: concert } = useRoute(bookingRoutes.showConcert, {}, { follow: FRESH });
  const [isShown, setIsShown] = useState(false);
  const [wasFull, setWasFull] = useState(false);
  const left = concert?.categories.reduce((sum, category) => sum + (category.waiting ? 0 : category.left), 0);
  if (left === 0 && !wasFull) setWasFull(true);
  const dayOf = (at: Date) => localTimeOf(at, concert!.timeZone).slice(0, '2027-01-16'.length);
  const isToday = concert && dayOf(new Date(concert.startsAt)) === dayOf(new Date(serverNow()));
  if (!left || !isToday || concert.saleState !== 'open') return null;
  const address = `${window.location.origin}/reserve-your-seat`;
  return (
    <Notice
      tone="info"
      live="polite"
      title={words.title(left, wasFull)}
      action={
        <Button variant="secondary" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? words.hide : words.sell}
        </Button>
      }
    >
      {isShown && (
        <>
          <p>{words.text}</p>
          <div className={styles.code}>
            <QrCode text={address} level="M" label={words.code} />
          </div>
          <p className="quiet anywhere">{address}</p>
        </>
      )}
    </Notice>
  );
}
