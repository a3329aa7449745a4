import { timeInWords } from '@concert/contracts/core/time-in-words';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { texts } from '../../texts.ts';
import { amountOf } from '../booking-display/booking-display.ts';
import { WaitLink } from '../booking-display/wait-link.tsx';
import type { HoldEnd } from '../hold/use-more-time.ts';
import { HoldTime } from '../hold/hold-time.tsx';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';
import type { HeldBooking, Progress } from './progress.ts';

const words = texts.reserve;

export interface ReservationOutcomeProps {
  progress: Progress;
  timeZone: string;
  onPay: (held: HeldBooking) => void;
  /** Called when a pending booking was given up, or its time is over. */
  onChanged: () => void;
  /** Called when the seats are kept longer. */
  onProlonged: (end: HoldEnd) => void;
}

/** The result of the last try, above the button it is about. */
export function ReservationOutcome({ progress, timeZone, onPay, onChanged, onProlonged }: ReservationOutcomeProps) {
  switch (progress.at) {
    case 'refused':
      return (
        <Notice
          tone="bad"
          live="assertive"
          title={words.refused.title}
          action={
            progress.leadsTo === 'login' ? (
              <LinkButton to={loginPath('/reserve-your-seat')} variant="secondary" text={texts.logIn} />
            ) : (
              progress.leadsTo === 'waiting' && <WaitLink />
            )
          }
        >
          <p>{progress.text}</p>
        </Notice>
      );
    case 'unpaid':
      return (
        <Notice tone="bad" live="assertive" title={words.unpaid.title}>
          <p>{progress.text}</p>
          <p>{words.unpaid.text(progress.held.notickets, timeInWords(progress.held.holdEndsAt, timeZone))}</p>
          <p>
            <HoldTime booking={progress.held} payable onEnd={onChanged} onProlonged={onProlonged} />
          </p>
        </Notice>
      );
    case 'waiting':
      return (
        <Notice
          tone="warn"
          live="polite"
          title={words.waiting.title}
          action={<PayOrGiveUp booking={progress.held} payable onPay={() => onPay(progress.held)} onChanged={onChanged} />}
        >
          <p>
            {words.waiting.text(
              progress.held.seating,
              progress.held.notickets,
              amountOf(progress.held),
              timeInWords(progress.held.holdEndsAt, timeZone),
            )}
          </p>
          <p>
            <HoldTime booking={progress.held} payable onEnd={onChanged} onProlonged={onProlonged} />
          </p>
        </Notice>
      );
    default:
      return null;
  }
}
