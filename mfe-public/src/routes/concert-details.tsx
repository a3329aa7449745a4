import { concertDate } from '@concert/contracts/booking/concert-date';
import { hasContent } from '@concert/contracts/site/optional-content';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { PhoneLink } from '@concert/web-kit/phone-link.tsx';
import { ContactForm } from '../features/contact/contact-form.tsx';
import { NextDate } from '../features/next-date/next-date.tsx';
import { texts } from '../texts.ts';
import columns from '../columns.module.css';
import styles from './concert-details.module.css';

/** `/concert-details`: the flyer, and how to reach the organisers. */
export default function ConcertDetails() {
  const { pageTitle, concert } = useSession();
  const words = texts.contact;
  return (
    <Page title={pageTitle} lede={words.lede}>
      {concert?.state === 'cancelled' && <NextDate />}
      <div className={columns.columns}>
        <div className="stack-48">
          <Card title={words.form}>
            <ContactForm />
          </Card>
          <div className="stack-16">
            <h2 className="size-3">{words.reach}</h2>
            {concert === null && <p>{words.unreachable}</p>}
            <DescriptionList
              items={[
                {
                  term: words.phone,
                  value: concert ? <PhoneLink number={concert.supportPhone} /> : '\u00a0',
                },
                { term: words.email, value: concert ? <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a> : '\u00a0' },
                { term: words.when, value: concert ? concertDate(concert) : '\u00a0' },
                { term: words.where, value: concert ? `${concert.venue.name}, ${concert.venue.address}` : '\u00a0' },
              ]}
            />
          </div>
        </div>
        {concert && hasContent('picture', concert) && (
          <figure className={`stack-16 items-start ${styles.flyer}`} data-optional="picture">
            <img
              src={concert.picture}
              width="1200"
              height="630"
              alt={words.flyer(concert.title, concertDate(concert), concert.venue.name)}
              loading="lazy"
            />
            <figcaption>
              <LinkButton to="/flyer" variant="secondary" text={words.printFlyer} />
            </figcaption>
          </figure>
        )}
      </div>
    </Page>
  );
}
