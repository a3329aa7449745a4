import { recentInWords } from '@concert/contracts/core/time-in-words';
import { notifyRoutes, type MailView } from '@concert/contracts/notify/http';
import { Button } from '@concert/design-system/button.tsx';
import { columnsOf, DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { Moment } from '@concert/web-kit/moment.tsx';
import { PhoneLink } from '@concert/web-kit/phone-link.tsx';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import {
  isAddressCorrectable,
  isResendable,
  lastChangeOf,
  reasonOf,
  stateInWords,
  toneOf,
  withoutCode,
} from '../mail-delivery/mail-words.ts';
import { texts as mailTexts } from '../mail-delivery/texts.ts';
import { useResend } from '../mail-delivery/resend-dialog.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import cells from '../paged-list/cells.module.css';
import styles from './desk.module.css';
import { texts } from './texts.ts';

const words = texts.trouble;

/** How often the open list is read again: providers report for days. */
const FRESH = { while: () => true, firstMs: 10_000 };

/** Mails that were given up or did not arrive and that nobody has sent again, with the way to do so. */
export function MailsInTrouble() {
  const timeZone = useTimeZone();
  const list = usePages(notifyRoutes.listMails, {
    input: (cursor) => ({ query: { trouble: 'true' as const, cursor } }),
    idOf: ({ id }) => id,
    follow: FRESH,
  });
  const { resend, resendDialog } = useResend((said) => {
    showToast(said);
    list.again();
  });
  const momentOf = (mail: MailView) => recentInWords(lastChangeOf(mail), timeZone);

  const columns: readonly Column<MailView>[] = columnsOf(words.columns, {
    who: { primary: true, cell: (mail) => <Who mail={mail} /> },
    act: { cell: (mail) => <WhatToDo mail={mail} moment={momentOf(mail)} onResend={resend} /> },
    became: {
      cell: (mail) => (
        <span className={`items-start ${cells.state} ${styles.became}`}>
          <StatusBadge tone={toneOf(mail)} sentence>
            {mailTexts.told(mailTexts.kinds[mail.kind], stateInWords(mail))}
          </StatusBadge>
          <Reason mail={mail} />
        </span>
      ),
    },
    when: {
      cell: (mail) => <Moment at={lastChangeOf(mail)} className="figures" />,
    },
  });

  return (
    <>
      <PagedList list={list} words={words} skeletons={4}>
        {(rows) => (
          <>
            <Refused rows={rows} />
            <p role="status" className="quiet close-16">
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

/** Whom a mail did not reach, with the way to the booking; or what it is about where nobody is known. */
function Who({ mail: { who, bookingId, ...mail } }: { mail: MailView }) {
  const name = who?.name || who?.email;
  const about = isAddressCorrectable({ ...mail, bookingId }) ? words.guest : mail.kind.startsWith('contact-') ? words.message : words.none;
  return (
    <span className={`anywhere ${cells.who}`}>
      {bookingId !== undefined ? (
        <Link to={`/get-bookings-report?booking=${bookingId}`}>{name ?? words.booking}</Link>
      ) : mail.kind.startsWith('contact-') ? (
        <Link to="/contact-messages">{about}</Link>
      ) : (
        (name ?? about)
      )}
      {who && who.email !== name && <span className="quiet">{who.email}</span>}
    </span>
  );
}

/** What an organiser can do: correct the address or send it again, and call. */
function WhatToDo({ mail, moment, onResend }: { mail: MailView; moment: string; onResend: (mail: MailView) => void }) {
  if (!isResendable(mail)) return <span className="quiet">{words.byReader}</span>;
  const kind = mailTexts.kinds[mail.kind];
  const isWrong = isAddressCorrectable(mail) && (mail.delivery === 'bounced' || mail.delivery === 'dropped');
  return (
    <span className="row-8-12">
      <Button
        variant={isWrong ? 'secondary' : 'plain'}
        className="one-line"
        aria-label={isWrong ? words.correctOf(kind, moment) : mailTexts.resend.buttonOf(kind, moment)}
        onClick={() => onResend(mail)}
      >
        {isWrong ? words.correct : mailTexts.resend.button}
      </Button>
      {mail.who?.phone && (
        <span className="one-line">
          {words.call} <PhoneLink number={mail.who.phone} className="row-target" />
        </span>
      )}
    </span>
  );
}

/** Why it did not arrive; the provider's code is for whoever asks it. */
function Reason({ mail }: { mail: MailView }) {
  const reason = reasonOf(mail);
  if (reason === undefined) return null;
  return (
    <span className={`quiet small regular ${cells.tell}`} title={reason}>
      {withoutCode(reason)}
      {mail.delivery === 'dropped' && ` ${words.lift}`}
    </span>
  );
}
