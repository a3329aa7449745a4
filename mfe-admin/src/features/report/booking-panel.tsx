import { fullName } from '@concert/contracts/booking/full-name';
import { needsInWords } from '@concert/contracts/booking/access';
import { timelineRoutes, type Timeline } from '@concert/contracts/booking/timeline';
import { formatMoney } from '@concert/contracts/core/money';
import { formatTimestamp, momentInWords, monthDay } from '@concert/contracts/core/time-in-words';
import { notifyRoutes, type MailView } from '@concert/contracts/notify/http';
import { disputeReasonInWords } from '@concert/contracts/payment/dispute-reasons';
import { Button } from '@concert/design-system/button.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import type { ToastMessage } from '@concert/design-system/toast.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useState } from 'react';
import { isResendable } from '../mail-delivery/mail-words.ts';
import { texts as mailTexts } from '../mail-delivery/texts.ts';
import { useResend } from '../mail-delivery/resend-dialog.tsx';
import styles from './booking-panel.module.css';
import { happenings, type Happening } from './happenings.ts';
import { PanelActs } from './panel-acts.tsx';
import { texts as words } from './panel-texts.ts';
import { DisputeBadge, ReportStatusBadge } from './report-status.tsx';
import { texts } from './texts.ts';

/** How often an open panel is read again: what other services report arrives a moment later. */
const FRESH = { while: () => true, firstMs: 4_000 };

/** A booking at the side of the report: what can be done about it, its facts, and all that happened to it. */
export function BookingPanel({ bookingId, timeZone, onClose }: { bookingId: string; timeZone: string; onClose: () => void }) {
  const told = useRoute(timelineRoutes.showTimeline, { params: { bookingId } }, { follow: FRESH });
  // While svc-notify is away, the rest is shown all the same.
  const mailed = useRoute(notifyRoutes.listMails, { query: { booking: bookingId, limit: '100' } }, { follow: FRESH });
  const mails = mailed.value?.items;
  // Here and not as a toast, which a dialog covers.
  const [answer, setAnswer] = useState<ToastMessage>();
  const onDone = (said: ToastMessage) => {
    setAnswer(said);
    told.again();
    mailed.again();
  };
  const { resend, resendDialog } = useResend(onDone);
  const booking = told.value?.booking;
  return (
    <Dialog open side onClose={onClose} title={(booking && fullName(booking)) || words.title}>
      <div className={styles.answer} role="status">
        {answer && <Notice tone={answer.tone ?? 'info'} title={answer.text} />}
      </div>
      <Read reading={told} words={words} shape="field" count={4}>
        {(timeline) => (
          <>
            {timeline.booking.dispute && timeline.booking.dispute !== 'won' && (
              <>
                <Notice tone="warn" title={disputeTitle(timeline.booking, timeZone)}>
                  {disputeText(timeline.booking, timeZone)}
                </Notice>
                <LinkButton to={`/get-bookings-report?answer=${bookingId}`} variant="secondary" text={words.disputeFile.open} />
              </>
            )}
            <PanelActs timeline={timeline} mails={mails ?? []} onResend={resend} onDone={onDone} />
            <Facts timeline={timeline} timeZone={timeZone} />
            <h3 className={styles.subheading}>{words.heading}</h3>
            {mailed.failure !== undefined && mails === undefined && <p className="quiet">{words.noMails}</p>}
            <ol className={`plain-list ${styles.timeline}`}>
              {happenings(timeline, mails ?? [], timeZone).map((happening) => (
                <Line key={happening.key} happening={happening} timeZone={timeZone} onResend={resend} />
              ))}
            </ol>
            {timeline.booking.providerIds.length > 0 && (
              <details className={styles.provider}>
                <summary className="quiet">{words.provider}</summary>
                {timeline.booking.providerIds.map((id) => (
                  <code key={id}>{id}</code>
                ))}
              </details>
            )}
          </>
        )}
      </Read>
      {resendDialog}
    </Dialog>
  );
}

/** 'Disputed: answer by December 7', where it can be answered. */
function disputeTitle({ dispute, answerBy }: Timeline['booking'], timeZone: string): string {
  return dispute === 'open' && answerBy ? words.disputed(monthDay(answerBy, timeZone)) : dispute ? texts.disputes[dispute] : '';
}

/** What a bank did, why, and until when it can be answered. */
function disputeText({ dispute, disputeReason, answerBy }: Timeline['booking'], timeZone: string): string {
  if (dispute === undefined || dispute === 'won') return '';
  const why = disputeReason === undefined ? '' : `${disputeReasonInWords(disputeReason)}. `;
  const until = dispute === 'open' && answerBy !== undefined ? ` ${words.answerBy(momentInWords(answerBy, timeZone))}` : '';
  return `${why}${texts.disputeTexts[dispute]}${until}`;
}

interface LineProps {
  readonly happening: Happening;
  readonly timeZone: string;
  readonly onResend: (mail: MailView) => void;
}

/** One thing that happened; a mail that can be sent again has the button for it. */
function Line({ happening: { at, kind, title, more, mail }, timeZone, onResend }: LineProps) {
  const when = formatTimestamp(new Date(at), timeZone);
  return (
    <li data-kind={kind}>
      <span className="strong">{title}</span>
      <time className="quiet small figures one-line" dateTime={at}>
        {when}
      </time>
      {more && <span className={`quiet anywhere ${styles.detail}`}>{more}</span>}
      {mail && isResendable(mail) && (
        <Button
          variant="plain"
          className={styles.resend}
          aria-label={mailTexts.resend.buttonOf(mailTexts.kinds[mail.kind], when)}
          onClick={() => onResend(mail)}
        >
          {mailTexts.resend.button}
        </Button>
      )}
    </li>
  );
}

function Facts({ timeline: { booking }, timeZone }: { timeline: Timeline; timeZone: string }) {
  const { columns } = texts.list;
  return (
    <DescriptionList
      items={[
        { term: columns.status, value: <ReportStatusBadge status={booking.status} /> },
        ...(booking.dispute ? [{ term: words.dispute, value: <DisputeBadge dispute={booking.dispute} /> }] : []),
        { term: columns.email, value: booking.email },
        { term: columns.phone, value: booking.phoneno },
        { term: columns.seating, value: words.seats(booking.seating, booking.notickets) },
        ...(booking.access ? [{ term: words.access, value: texts.list.access(booking.access.companions) }] : []),
        ...(booking.needs ? [{ term: words.needs, value: needsInWords(booking.needs) }] : []),
        { term: columns.amount, value: formatMoney(booking.amount.amountMinor) },
        ...(booking.price.amountMinor !== booking.amount.amountMinor
          ? [{ term: words.price, value: formatMoney(booking.price.amountMinor) }]
          : []),
        { term: columns.date, value: formatTimestamp(new Date(booking.createdAt), timeZone) },
        { term: columns.id, value: booking.id, code: true },
        ...(booking.termsVersion ? [{ term: words.terms, value: booking.termsVersion }] : []),
      ]}
    />
  );
}
