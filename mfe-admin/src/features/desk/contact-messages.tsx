import { CONTACT_STATES, type ContactState } from '@concert/contracts/notify/contact';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useSearchParams } from 'react-router-dom';
import { RadioRow } from '../organising/radio-row.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import { ContactCard } from './contact-card.tsx';
import styles from './desk.module.css';
import { texts } from './texts.ts';

const words = texts.messages;

/** What visitors wrote, with the way to answer. A message that is marked stays where it is until the list is read again, to be unmarked. */
export function ContactMessages() {
  const [query, setQuery] = useSearchParams();
  const state: ContactState = query.get('state') === 'answered' ? 'answered' : 'open';
  const list = usePages(notifyRoutes.listContactMessages, {
    input: (cursor) => ({ query: { state, cursor } }),
    idOf: ({ id }) => id,
  });
  return (
    <>
      <RadioRow
        legend={words.show}
        legendHidden
        options={CONTACT_STATES.map((value) => ({ value, text: words.states[value] }))}
        chosen={state}
        onChoose={(value) => setQuery(value === 'open' ? {} : { state: value }, { replace: true })}
      />
      <PagedList list={list} words={{ ...words, empty: words.empty[state] }} skeletons={3}>
        {(rows) => (
          <>
            {state === 'open' && <p className="quiet">{words.answerHint}</p>}
            <ul className={`stack-16 plain-list ${styles.messages}`} aria-label={words.caption}>
              {rows.map((message) => (
                <ContactCard key={message.id} message={message} onMarked={list.replace} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </>
  );
}
