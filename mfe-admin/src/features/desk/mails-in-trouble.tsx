import { recentInWords } from '@concert/contracts/core/time-in-words';
import { notifyRoutes, type MailView } from '@concert/contracts/notify/http';
import { Button } from '@concert/design-system/button.tsx';
import { DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { pathOf } from '../desk-line/parts.ts';
import { isAddressCorrectable, isResendable, lastChangeOf, reasonOf, stateInWords, toneOf } from '../mail-delivery/mail-words.ts';
import { texts as mailTexts } from '../mail-delivery/texts.ts';
import { useResend } from '../mail-delivery/use-resend.tsx';
import { EmptyList } from '../paged-list/empty-list.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import styles from './desk.module.css';
import { texts } from './texts.ts';

const words = texts.trouble;

/** How often the open list is read again: providers report for days. */
const FRESH = { while: () => true, firstMs: 10_000 };

/** Mails that were given up or did not arrive and that nobody has sent again, with the way to do so. */
export function MailsInTrouble() {
  const { concert } = useSession();
  const timeZone = concert?.timeZone ?? 'UTC';
  const list = usePages(notifyRoutes.listMails, {
    input: (cursor) => ({ query: { trouble: 'true' as const, ...(cursor ? { cursor } : {}) } }),
    page: (answer) => answer,
    idOf: ({ id }: MailView) => id,
    follow: FRESH,
  });
  const { resend, resendDialog } = useResend(() => list.again());
  const momentOf = (mail: MailView) => recentInWords(lastChangeOf(mail), timeZone);

  const columns: readonly Column<MailView>[] = [
    { key: 'mail', header: words.columns.mail, primary: true, cell: ({ kind }) => mailTexts.kinds[kind] },
    { key: 'about', header: words.columns.about, cell: (mail) => <About mail={mail} /> },
    {
      key: 'became',
      header: words.columns.became,
      cell: (mail) => (
        <span className={styles.became}>
          <StatusBadge tone={toneOf(mail)}>{stateInWords(mail)}</StatusBadge>
          <span className={styles.quiet}>{reasonOf(mail)}</span>
        </span>
      ),
    },
    {
      key: 'when',
      header: words.columns.when,
      cell: (mail) => (
        <time className={styles.moment} dateTime={lastChangeOf(mail)}>
          {momentOf(mail)}
        </time>
      ),
    },
    {
      key: 'act',
      header: words.columns.act,
      cell: (mail) =>
        isResendable(mail) ? (
          <Button
            variant="plain"
            className={styles.act}
            aria-label={mailTexts.resend.buttonOf(mailTexts.kinds[mail.kind], momentOf(mail))}
            onClick={() => resend(mail)}
          >
            {mailTexts.resend.button}
          </Button>
        ) : (
          <span className={styles.quiet}>{words.byReader}</span>
        ),
    },
  ];

  return (
    <>
      <PagedList list={list} words={words} skeletons={4} empty={<EmptyList title={words.empty} text={words.emptyText} />}>
        {(rows) => (
          <>
            <Refused rows={rows} />
            <p role="status" className={styles.count}>
              {words.count(rows.length, list.hasMore)}
            </p>
            <DataTable caption={words.caption} captionHidden columns={columns} rows={rows} rowKey={({ id }) => id} />
          </>
        )}
      </PagedList>
      {resendDialog}
    </>
  );
}

/** Says that the provider refuses every mail. Nothing else is in trouble while it waits, and the newest mail tells what it refuses. */
function Refused({ rows }: { rows: readonly MailView[] }) {
  const reason = rows.find(({ state }) => state === 'waiting')?.lastFault;
  if (reason === undefined) return null;
  return (
    <Notice tone="bad" title={words.refused.title} live="polite">
      {words.refused.text(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}`)}
    </Notice>
  );
}

/** What a mail is about: a booking, whose page says whose it is, or what has no page of its own. */
function About({ mail }: { mail: MailView }) {
  if (mail.bookingId !== undefined)
    return (
      <Link to={`/get-bookings-report?booking=${mail.bookingId}`} aria-label={words.bookingOf(mail.bookingId)}>
        {words.booking}
      </Link>
    );
  if (isAddressCorrectable(mail)) return words.guest;
  return mail.kind.startsWith('contact-') ? <Link to={pathOf('messages')}>{words.message}</Link> : words.none;
}
