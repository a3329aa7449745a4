import { formatMoney } from '@concert/contracts/core/money';
import { dayInWords } from '@concert/contracts/core/time-in-words';
import type { RefundShown } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList, type Description } from '@concert/design-system/description-list.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useRefundLink } from './use-refund-link.ts';
import { words } from './words.ts';

/** The state of one refund, for whoever holds the link in its mail: the true state first, then amount, card and dates. */
export function RefundPage({ reference, secret }: { reference: string; secret: string }) {
  const { pageTitle, concert } = useSession();
  const { reading, again } = useRefundLink(reference, secret);

  if (reading.state === 'reading') {
    return (
      <Page width="narrow">
        <PageHeading title={pageTitle} />
        <Skeleton shape="card" label={words.reading} />
      </Page>
    );
  }
  if (reading.state === 'unknown') {
    return (
      <Page width="narrow">
        <PageHeading title={pageTitle} />
        <Notice
          live="polite"
          title={words.notFound}
          action={concert && <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>}
        >
          {words.notFoundText}
        </Notice>
      </Page>
    );
  }
  if (reading.state === 'failed') {
    return (
      <Page width="narrow">
        <PageHeading title={pageTitle} />
        <Notice
          tone="bad"
          live="assertive"
          title={words.failed}
          action={
            <Button variant="secondary" onClick={again}>
              {words.again}
            </Button>
          }
        >
          {problemText(reading.problem)}
        </Notice>
      </Page>
    );
  }
  const { refund } = reading;
  const { supportEmail, supportPhone } = refund.concert;
  return (
    <Page width="narrow">
      <PageHeading title={pageTitle} />
      <Notice
        tone={refund.state === 'succeeded' ? 'good' : refund.state === 'failed' ? 'bad' : 'info'}
        title={words.titles[refund.state]}
        titleAs="h2"
        live="polite"
      >
        {words.texts[refund.state]}
      </Notice>
      <Card>
        <DescriptionList items={factsOf(refund)} />
      </Card>
      <p>
        {words.questions} <a href={`mailto:${supportEmail}?subject=${refund.bookingId}`}>{supportEmail}</a>,{' '}
        <a href={`tel:${supportPhone.replace(/[^0-9+]/g, '')}`}>{supportPhone}</a>
      </p>
      {secret && <p>{words.keepSecret}</p>}
    </Page>
  );
}

function factsOf({ bookingId, state, reason, amount, cardEnding, requestedAt, expectedBy, issuedAt, concert }: RefundShown): Description[] {
  const day = (at: string) => dayInWords(at, concert.timeZone);
  return [
    { term: words.amount, value: formatMoney(amount), strong: true },
    ...(cardEnding ? [{ term: words.card, value: words.cardEnding(cardEnding) }] : []),
    ...(reason && state !== 'succeeded' ? [{ term: words.reason, value: reason }] : []),
    ...(issuedAt ? [{ term: words.sent, value: day(issuedAt) }] : [{ term: words.asked, value: day(requestedAt) }]),
    ...(expectedBy ? [{ term: words.expected, value: day(expectedBy) }] : []),
    { term: words.concert, value: `${concert.title}, ${day(concert.startsAt)}` },
    { term: words.booking, value: bookingId, code: true },
  ];
}
