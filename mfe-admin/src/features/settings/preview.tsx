import { moneyBackInWords } from '@concert/contracts/payment/money-back';
import { concertDate, concertDay } from '@concert/contracts/booking/concert-date';
import { pricedInWords, SEATING_RULES, SEATINGS } from '@concert/contracts/booking/seating';
import { centsIn, wholeNumberIn } from '@concert/contracts/core/as-typed';
import { formatPrice } from '@concert/contracts/core/money';
import { Notice } from '@concert/design-system/notice.tsx';
import styles from './settings.module.css';
import { startOf } from '../organising/typed-start.tsx';
import { zoneOf, type SettingsValues } from './settings-form.ts';
import { texts } from './texts.ts';

const words = texts.preview;

/** How visitors will read it, before it is saved. */
export function Preview({ values, dateToFollow }: { values: SettingsValues; dateToFollow: boolean }) {
  const start = startOf(values);
  return (
    <aside className={`stack-16 ${styles.preview}`} aria-labelledby="preview-title">
      <h2 id="preview-title" className={`size-3 ${styles.heading}`}>
        {words.title}
      </h2>
      <div className={`anywhere ${styles.evening}`} data-ground="night">
        <p className={`strong ${styles.banner}`}>{values.heading || words.nothing}</p>
        <p className={styles.name}>{values.title || words.nothing}</p>
        <p>
          {start
            ? concertDate({ startsAt: start, timeZone: zoneOf(values), dateToFollow: dateToFollow && values.state === 'postponed' })
            : words.noDate}
        </p>
        <p>{[values.venueName, values.venueAddress].filter(Boolean).join(', ') || words.nothing}</p>
      </div>
      <dl className={styles.prices} aria-label={words.prices}>
        {SEATINGS.map((seating) => {
          const [price, most] = [centsIn(values.prices[seating]), wholeNumberIn(values.maxTickets[seating])];
          const { label, pricedPer } = SEATING_RULES[seating];
          return (
            <div key={seating}>
              <dt>
                {label} <small className="quiet">{values.about[seating]}</small>
              </dt>
              <dd>
                {price && most ? (
                  <>
                    <strong>{formatPrice(price)}</strong>{' '}
                    <small className="quiet">{pricedInWords({ priceMinor: price, pricedPer, maxTickets: most })}</small>
                  </>
                ) : (
                  words.nothing
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {values.state === 'open' && values.saleOpens === '' && (
        <Notice tone="info" title={words.soon}>
          {words.soonText}
        </Notice>
      )}
      {values.state === 'open' && values.saleOpens !== '' && (
        <Notice tone="good" title={words.open}>
          {words.openText}
        </Notice>
      )}
      {(values.state === 'disabled' || values.state === 'postponed') && (
        <Notice tone="bad" title={words[values.state]}>
          {values.stateReason || words.nothing}
        </Notice>
      )}
      {values.state === 'cancelled' && (
        <Notice tone="bad" title={words.cancelled}>
          {start && <p>{words.cancelledText(concertDay({ startsAt: start, timeZone: zoneOf(values) }))}</p>}
          <p>{moneyBackInWords('owed')}</p>
          {values.cancellationNote && <p className={styles.note}>{values.cancellationNote}</p>}
        </Notice>
      )}
      {values.state === 'cancelled' && <p className="quiet anywhere">{words.refundFor}</p>}
      <p className="quiet anywhere">
        {words.support} {values.supportEmail}, {values.supportPhone}
      </p>
    </aside>
  );
}
