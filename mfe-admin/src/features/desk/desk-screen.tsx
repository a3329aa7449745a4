import { timelineRoutes } from '@concert/contracts/booking/timeline';
import { waitingRoutes } from '@concert/contracts/booking/waiting';
import { monthDay } from '@concert/contracts/core/time-in-words';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { Read } from '@concert/design-system/read.tsx';
import { combinedReading } from '@concert/web-kit/reading/reading.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { LIST_PATH } from '../message-runs/addresses.ts';
import { texts as listTexts } from '../waiting-list/texts.ts';
import { Figures } from './figures.tsx';
import { MailsInTrouble } from './mails-in-trouble.tsx';
import { texts as words } from './texts.ts';

/** What an organiser asks every morning: how the sale stands, and what waits. */
export function DeskScreen() {
  return (
    <div className="stack-24 min-0">
      <Figures />
      <Waiting />
      <section className="stack-24 min-0" aria-labelledby="undelivered">
        <h2 id="undelivered" className="size-3">
          {words.undelivered}
        </h2>
        <MailsInTrouble />
      </section>
    </div>
  );
}

const NONE_WAIT = { waiting: 0, offered: 0, filled: 0 };

/** A line for each kind of thing that waits elsewhere, with the way there. */
function Waiting() {
  const timeZone = useTimeZone();
  const desk = useRoute(notifyRoutes.showDesk, {}, { onReturn: true });
  const disputed = useRoute(timelineRoutes.listDisputes, {}, { onReturn: true });
  // It names people, so it may ask who somebody is: the rest is shown without it.
  const { value: { counts } = { counts: NONE_WAIT } } = useRoute(waitingRoutes.listWaiting, { query: { limit: '1' } }, { onReturn: true });
  return (
    <section aria-label={words.waiting.title}>
      <Read reading={combinedReading(desk, disputed)} words={words.waiting}>
        {([{ openMessages, peopleUnreached }, { disputes }]) => {
          const { waiting: people, offered, filled } = counts;
          const answerBy = disputes.find((dispute) => dispute.answerBy !== undefined)?.answerBy;
          const day = answerBy && monthDay(answerBy, timeZone);
          const waiting = [
            { to: '/money', count: disputes.length, text: words.waiting.disputes(disputes.length, day) },
            { to: '/contact-messages', count: openMessages, text: words.waiting.messages(openMessages) },
            { to: LIST_PATH, count: peopleUnreached, text: words.waiting.unreached(peopleUnreached) },
            { to: '/waiting-list', count: people + offered + filled, text: listTexts.counts(people, offered, filled) },
          ].filter(({ count }) => count > 0);
          if (waiting.length === 0) return <p className="quiet">{words.waiting.none}</p>;
          return (
            <ul className="plain-list">
              {waiting.map(({ to, text }) => (
                <li key={to}>
                  <Link to={to} className="row-target">
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Read>
    </section>
  );
}
