import { CONTACT_STATES, type ContactState } from '@concert/contracts/notify/contact';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { classNames } from '@concert/design-system/class-names.ts';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyList } from '../paged-list/empty-list.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { ContactCard } from './contact-card.tsx';
import styles from './desk.module.css';
import { texts } from './texts.ts';

const words = texts.messages;

function stateIn(query: URLSearchParams): ContactState {
  return query.get('state') === 'answered' ? 'answered' : 'open';
}

/** What visitors wrote, with the way to answer. A message that is marked stays where it is until the list is read again, to be unmarked. */
export function ContactMessages() {
  const [query] = useSearchParams();
  const state = stateIn(query);
  const { proven, dialog } = useSignInAgain();
  const list = usePages(notifyRoutes.listContactMessages, {
    input: (cursor) => ({ query: { state, ...(cursor ? { cursor } : {}) } }),
    idOf: ({ id }) => id,
    proven,
  });
  return (
    <>
      <nav aria-label={words.show} className="row-8">
        {CONTACT_STATES.map((each) => (
          <Link
            key={each}
            to={each === 'open' ? '/contact-messages' : `/contact-messages?state=${each}`}
            className={classNames(styles.state, each === state && styles.here)}
            aria-current={each === state ? 'page' : undefined}
          >
            {words.states[each]}
          </Link>
        ))}
      </nav>
      <PagedList list={list} words={words} skeletons={3} empty={<EmptyList title={words.empty[state]} text={words.emptyText} />}>
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
      {dialog}
    </>
  );
}
