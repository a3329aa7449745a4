import { receiptRoutes, type ReceiptView } from '@concert/contracts/booking/receipts';
import { idSchema } from '@concert/contracts/core/ids';
import { formatMoney, formatTotal } from '@concert/contracts/core/money';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSearchParams } from 'react-router-dom';
import { LinkedPage } from '../features/mail-link/not-shown.tsx';
import { receiptWords as words } from '../features/receipt/words.ts';
import { SaveTickets } from '../features/tickets/save-tickets.tsx';
import { TicketSheet } from '../features/tickets/ticket-card.tsx';
import { POLLING } from '../settings.ts';

const MAKING = { ...POLLING, while: (receipt: ReceiptView | undefined) => receipt !== undefined && receipt.number === undefined };

/** The receipt of one booking: `ref` is the booking, `ref2` the capability that opens it without signing in. */
export function Receipt() {
  const [query] = useSearchParams();
  const [bookingId, ref2] = [query.get('ref') ?? '', query.get('ref2') ?? ''];
  const whole = idSchema('booking').safeParse(bookingId).success;
  const input = { params: { bookingId }, body: ref2 === '' ? {} : { ref2 } };
  const reading = useRoute(receiptRoutes.showReceipt, input, { enabled: whole, onReturn: true, follow: MAKING });
  return (
    <LinkedPage reading={reading} whole={whole} words={words} leadsToLogin>
      {({ number, title, organiser, organiserAddress, facts, lines, totalMinor, notes }) =>
        number === undefined ? (
          <Notice title={words.making} titleAs="h2" live="polite">
            {words.makingText}
          </Notice>
        ) : (
          <TicketSheet name={words.title(number)} evening={[title, organiser, organiserAddress].map(paragraph)}>
            <DescriptionList items={facts} />
            <DescriptionList
              split
              items={[
                ...lines.map(({ what, on, amountMinor }) => ({ term: `${on}: ${what}`, value: formatMoney(amountMinor) })),
                { term: words.total, value: formatTotal(totalMinor), strong: true },
              ]}
            />
            {notes.map(paragraph)}
            <div className="row-12 unprinted">
              <SaveTickets route={receiptRoutes.downloadReceipt} input={input} file={`receipt-${number}`} />
            </div>
          </TicketSheet>
        )
      }
    </LinkedPage>
  );
}

const paragraph = (text: string) => (
  <p key={text} dir="auto">
    {text}
  </p>
);
