import { fullName } from '@concert/contracts/booking/full-name';
import { needsInWords } from '@concert/contracts/booking/access';
import { renewalRoutes } from '@concert/contracts/booking/renewals';
import { timelineRoutes, type Timeline } from '@concert/contracts/booking/timeline';
import { formatTimestamp } from '@concert/contracts/core/time-in-words';
import { notifyRoutes, type MailView } from '@concert/contracts/notify/http';
import { Button } from '@concert/design-system/button.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { Link } from 'react-router-dom';
import { isResendable } from '../mail-delivery/mail-words.ts';
import { texts as mailTexts } from '../mail-delivery/texts.ts';
import { useResend } from '../mail-delivery/use-resend.tsx';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { RenewTickets } from '../renewals/renew-tickets.tsx';
import { FreeLostSeats, hasLostSeats } from './free-lost-seats.tsx';
import { happenings, type Happening } from './happenings.ts';
import { inDollars } from './money.ts';
import { DisputeBadge, ReportStatusBadge } from './report-status.tsx';
import styles from './report.module.css';
import { texts } from './texts.ts';

const words = texts.timeline;
/** How often an open timeline is read again: what other services report arrives a moment later. */
const FRESH = { while: () => true, firstMs: 4_000 };
/** Bookings whose money an organiser can send back. */
const REFUNDABLE: ReadonlySet<string> = new Set(['paid', 'refund_failed']);

/** All that happened to one booking, with what can be done about it. */
export function TimelineDialog({ bookingId, timeZone, onClose }: { bookingId: string; timeZone: string; onClose: () => void }) {
  const told = useRoute(timelineRoutes.showTimeline, { params: { bookingId } }, { follow: FRESH });
  // While svc-notify is away, the rest is shown all the same.
  const mailed = useRoute(notifyRoutes.listMails, { query: { booking: bookingId, limit: '100' } }, { follow: FRESH });
  const mails = mailed.value?.items;
  const { resend, resendDialog } = useResend(() => mailed.again());
  const booking = told.value?.booking;
  const again = () => {
    told.again();
    mailed.again();
  };
  const name = booking ? fullName(booking) : '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={name || words.title}
      className={styles.dialog}
      actions={told.value && <Actions timeline={told.value} mails={mails ?? []} onSent={again} />}
    >
      <Read reading={told} words={words} skeleton={<Skeleton shape="field" count={4} label={words.reading} />}>
        {(timeline) => (
          <>
            {timeline.booking.dispute && timeline.booking.dispute !== 'won' && (
              <Notice tone="warn">{texts.disputeTexts[timeline.booking.dispute]}</Notice>
            )}
            <Facts timeline={timeline} timeZone={timeZone} />
            <h3 className={styles.subheading}>{words.heading}</h3>
            {mailed.failure !== undefined && mails === undefined && <p className={styles.quiet}>{words.noMails}</p>}
            <ol className={styles.timeline}>
              {happenings(timeline, mails ?? []).map((happening) => (
                <Line key={happening.key} happening={happening} timeZone={timeZone} onResend={resend} />
              ))}
            </ol>
          </>
        )}
      </Read>
      {resendDialog}
    </Dialog>
  );
}

/** One thing that happened; a mail that can be sent again has the button for it. */
function Line({
  happening: { at, kind, title, more, mail },
  timeZone,
  onResend,
}: {
  happening: Happening;
  timeZone: string;
  onResend: (mail: MailView) => void;
}) {
  const when = formatTimestamp(new Date(at), timeZone);
  return (
    <li data-kind={kind}>
      <span className={styles.what}>{title}</span>
      <time className={styles.when} dateTime={at}>
        {when}
      </time>
      {more.map((line) => (
        <span key={line} className={styles.detail}>
          {line}
        </span>
      ))}
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
        { term: columns.id, value: booking.id, code: true },
        { term: columns.seating, value: words.seats(booking.seating, booking.notickets) },
        ...(booking.access ? [{ term: words.access, value: texts.list.access(booking.access.companions) }] : []),
        ...(booking.needs ? [{ term: words.needs, value: needsInWords(booking.needs) }] : []),
        { term: columns.amount, value: inDollars(booking.amount.amountMinor) },
        ...(booking.price.amountMinor !== booking.amount.amountMinor
          ? [{ term: columns.price, value: inDollars(booking.price.amountMinor) }]
          : []),
        { term: columns.date, value: formatTimestamp(new Date(booking.createdAt), timeZone) },
        ...(booking.termsVersion ? [{ term: words.terms, value: booking.termsVersion }] : []),
        ...(booking.providerIds.length > 0
          ? [{ term: words.provider, value: booking.providerIds.map((id) => <div key={id}>{id}</div>), code: true }]
          : []),
      ]}
    />
  );
}

/** The actions beside a booking; none of them moves money. */
function Actions({ timeline, mails, onSent }: { timeline: Timeline; mails: readonly MailView[]; onSent: () => void }) {
  const { booking } = timeline;
  const lost = hasLostSeats(booking);
  const { proven, dialog } = useSignInAgain();
  const { act, busy, failure } = useAct(notifyRoutes.resendMail, { through: proven });
  const ticketMail = mails.find(({ kind }) => kind === 'ticket');
  const resend = async () => {
    if (!ticketMail) return;
    if (!(await act({ params: { mailId: ticketMail.id }, body: {} })).ok) return;
    showToast({ tone: 'good', text: words.resent(booking.email) });
    onSent();
  };
  const open = booking.status === 'paid' && !lost && booking.ref2;
  // Nothing is left to refund of money that a bank took.
  const refundable = REFUNDABLE.has(booking.status) && !lost;
  if (!open && !lost && !refundable) return undefined;
  return (
    <div className={styles.acts}>
      {failure && <Notice tone="bad" live="assertive" title={words.notResent(failure)} />}
      <div className={styles.actButtons}>
        {refundable && (
          <LinkButton as={Link} to={`/send-refund-notification?booking=${booking.id}`} variant="secondary">
            {words.refund}
          </LinkButton>
        )}
        {booking.status === 'paid' && !lost && ticketMail && (
          <Button variant="secondary" busy={busy} busyText={words.resending} onClick={() => void resend()}>
            {words.resend}
          </Button>
        )}
        {open && (
          <RenewTickets
            route={renewalRoutes.renewTickets}
            input={{ params: { bookingId: booking.id } }}
            name={fullName(booking)}
            variant="secondary"
            onRenewed={onSent}
          />
        )}
        {lost && <FreeLostSeats timeline={timeline} onFreed={onSent} />}
        {open && (
          <LinkButton as={Link} to={`/get-details?ref=${booking.id}&ref2=${booking.ref2 ?? ''}`}>
            {words.ticketPage}
          </LinkButton>
        )}
      </div>
      {dialog}
    </div>
  );
}
