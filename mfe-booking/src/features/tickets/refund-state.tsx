import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { Notice } from '@concert/design-system/notice.tsx';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { amountOf } from './booking-facts.ts';

const words = texts.refund;

/** Where the money of a booking is that goes back to its buyer. Links lead here by `#refund`. */
export function RefundState({ booking, concert }: { booking: BookingView; concert: ConcertView | null | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const { status } = booking;
  const wanted = hash === '#refund';

  useEffect(() => {
    if (!wanted) return;
    place.current?.scrollIntoView?.({ block: 'center' });
    place.current?.focus({ preventScroll: true });
  }, [wanted]);

  if (status !== 'late_paid' && status !== 'refund_requested' && status !== 'refunded' && status !== 'refund_failed') return null;
  const tone = status === 'refunded' ? 'good' : status === 'refund_failed' ? 'bad' : 'info';
  return (
    <div id="refund" ref={place} tabIndex={-1}>
      <Notice tone={tone} title={words.title} titleAs="h2" live="polite">
        <p>
          {words[status](amountOf(booking))}
          {status === 'refund_failed' && concert && (
            <>
              {' '}
              <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>
            </>
          )}
        </p>
      </Notice>
    </div>
  );
}
