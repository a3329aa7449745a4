import { concertDay, DATE_TO_FOLLOW } from '@concert/contracts/booking/concert-date';
import { idSchema } from '@concert/contracts/core/ids';
import { formatTotal } from '@concert/contracts/core/money';
import { dayInWords } from '@concert/contracts/core/time-in-words';
import { moneyBackInWords } from '@concert/contracts/payment/money-back';
import { refundRoutes, type RefundShown } from '@concert/contracts/payment/refunds';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList, type Description } from '@concert/design-system/description-list.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { PhoneLink } from '@concert/web-kit/phone-link.tsx';
import { useSearchParams } from 'react-router-dom';
import { LinkedPage } from '../features/mail-link/not-shown.tsx';
import { BOOKING_POLLING } from '../settings.ts';
import { words } from '../features/refund-link/words.ts';

/** Whether a refund may still change. */
const MOVING = {
  ...BOOKING_POLLING,
  while: (refund: RefundShown | undefined) => refund !== undefined && refund.state !== 'succeeded' && refund.state !== 'failed',
};

/** The state of one refund, then its facts: `ref` is the booking, `ref2` the mail's secret, which the signed-in buyer does not need. */
export function Refund() {
  const [query] = useSearchParams();
  const [reference, secret] = [query.get('ref') ?? '', query.get('ref2') ?? ''];
  // A link without a booking needs no request.
  const whole = idSchema('booking').safeParse(reference).success;
  const refund = useRoute(
    refundRoutes.showRefundLink,
    { params: { bookingId: reference }, body: secret === '' ? {} : { ref2: secret } },
    { enabled: whole, onReturn: true, follow: MOVING },
  );
  return (
    <LinkedPage reading={refund} whole={whole} words={words}>
      {(shown) => <Shown refund={shown} secret={secret !== ''} />}
    </LinkedPage>
  );
}

function Shown({ refund, secret }: { refund: RefundShown; secret: boolean }) {
  const { supportEmail, supportPhone } = refund.concert;
  return (
    <>
      <Notice
        tone={refund.state === 'succeeded' ? 'good' : refund.state === 'failed' ? 'bad' : 'info'}
        title={words.titles[refund.state]}
        titleAs="h2"
        live="polite"
      >
        {moneyBackInWords(refund.state)}
      </Notice>
      <Card>
        <DescriptionList items={factsOf(refund)} />
      </Card>
      <p>
        {words.questions} <a href={`mailto:${supportEmail}?subject=${refund.bookingId}`}>{supportEmail}</a>,{' '}
        <PhoneLink number={supportPhone} />
      </p>
      {secret && <p>{words.keepSecret}</p>}
    </>
  );
}

function factsOf({
  bookingId,
  state,
  reason,
  amount,
  part,
  cardEnding,
  requestedAt,
  expectedBy,
  issuedAt,
  concert,
}: RefundShown): Description[] {
  const day = (at: string) => dayInWords(at, concert.timeZone);
  return [
    { term: words.amount, value: formatTotal(amount.amountMinor), strong: true },
    ...(cardEnding ? [{ term: words.card, value: words.cardEnding(cardEnding) }] : []),
    ...(part?.tickets.length ? [{ term: words.givenBack, value: part.tickets.join(', ') }] : []),
    ...(part?.left.length ? [{ term: words.stillValid, value: part.left.join(', ') }] : []),
    ...(reason && state !== 'succeeded' ? [{ term: words.reason, value: reason }] : []),
    ...(issuedAt ? [{ term: words.sent, value: day(issuedAt) }] : [{ term: words.asked, value: day(requestedAt) }]),
    ...(expectedBy ? [{ term: words.expected, value: day(expectedBy) }] : []),
    { term: words.concert, value: `${concert.title}, ${concert.dateToFollow ? DATE_TO_FOLLOW : concertDay(concert)}` },
    { term: words.booking, value: bookingId, code: true },
  ];
}
