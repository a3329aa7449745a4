import { timelineRoutes } from '@concert/contracts/booking/timeline';
import { classNames } from '@concert/design-system/class-names.ts';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { DESK_PARTS, partFromQuery, pathOf, type DeskPart } from '../desk-line/parts.ts';
import { MessageRuns } from '../message-runs/message-runs.tsx';
import { ContactMessages } from './contact-messages.tsx';
import styles from './desk.module.css';
import { OpenDisputes } from './open-disputes.tsx';
import { MailsInTrouble } from './mails-in-trouble.tsx';
import { texts as words } from './texts.ts';

const SHOWN: Readonly<Record<DeskPart, ComponentType>> = {
  trouble: MailsInTrouble,
  messages: ContactMessages,
  runs: MessageRuns,
};

/** The desk: a part at a time, each at its own address. */
export function DeskScreen() {
  const [query] = useSearchParams();
  const shown = partFromQuery(query);
  const Shown = SHOWN[shown];
  const { value, failure } = useRoute(timelineRoutes.listDisputes, {}, { onReturn: true });
  // They stand above all else, and would push it away.
  if (value === undefined && failure === undefined) return <Skeleton shape="card" count={3} label={words.reading} />;
  return (
    <div className="stack-24 min-0">
      {value && <OpenDisputes {...value} />}
      <nav aria-label={words.parts}>
        <ul className={styles.parts}>
          {DESK_PARTS.map((part) => (
            <li key={part}>
              <Link
                to={pathOf(part)}
                className={classNames(styles.part, part === shown && styles.here)}
                aria-current={part === shown ? 'page' : undefined}
              >
                {words.part[part]}
              </Link>
            </li>
          ))}
          <li>
            <LinkButton as={Link} to="/cancel-concert" variant="plain" text={words.stop} />
          </li>
        </ul>
      </nav>
      <section className="stack-24 min-0" aria-labelledby="desk-part">
        <h2 id="desk-part" className="size-3">
          {words.part[shown]}
        </h2>
        <Shown />
      </section>
    </div>
  );
}
