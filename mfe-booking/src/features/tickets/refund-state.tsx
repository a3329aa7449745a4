import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { amountOf, giftMinorOf, isAllGiven, refundPath } from '../booking-display/booking-display.ts';

const words = texts.refund;

/** The state of a refund. Links lead here by `#refund`; its buyer has a page with all details. */
export function RefundState({ booking, concert, own }: { booking: BookingView; concert: ConcertView | null | undefined; own: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const { status } = booking;
  const wanted = hash === '#refund';

  useEffect(() => {
    if (!wanted) return;
    place.current?.scrollIntoView?.({ block: 'center' });
    place.current?.focus({ preventScroll: true });
  }, [wanted]);

  if (
    status !== 'late_paid' &&
    status !== 'refund_requested' &&
    status !== 'refunded' &&
    status !== 'refund_failed' &&
    status !== 'charged_back'
  )
    return null;
  if (isAllGiven(booking)) return null;
  const tone = status === 'refunded' ? 'good' : status === 'refund_failed' ? 'bad' : 'info';
  return (
    <div id="refund" ref={place} tabIndex={-1}>
      <Notice
        tone={tone}
        title={words.title}
        titleAs="h2"
        live="polite"
        action={own && status !== 'charged_back' && <LinkButton to={refundPath(booking)} variant="secondary" text={words.more} />}
      >
        <p>
          {words[status](amountOf({ ...booking, amount: booking.amount - giftMinorOf(booking) }))}
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
