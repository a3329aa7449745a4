import { recentInWords } from '@concert/contracts/core/time-in-words';
import type { ContactMessage } from '@concert/contracts/notify/contact';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { Moment } from '@concert/web-kit/moment.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { personInWords } from '../audit/act-words.ts';
import { answerLink } from './answer-link.ts';
import styles from './desk.module.css';
import { texts } from './texts.ts';

const words = texts.messages;
/** What is shown of a long message at first: characters, and lines. */
const SHOWN = { characters: 600, lines: 8 };

/** One message of a visitor: who wrote what, and whether somebody answered. */
export function ContactCard({ message, onMarked }: { message: ContactMessage; onMarked: (message: ContactMessage) => void }) {
  const timeZone = useTimeZone();
  const { act, busy, failure } = useAct(notifyRoutes.markContactMessage);
  const { id, name, email, subject, receivedAt, answered } = message;

  const mark = async (isAnswered: boolean) => {
    const result = await act({ params: { contactId: id }, body: { answered: isAnswered } });
    if (result.ok) onMarked(result.value);
  };

  return (
    <Card
      as="li"
      title={<span className={`anywhere reading ${styles.typed}`}>{subject}</span>}
      aside={<Moment at={receivedAt} className="figures" />}
    >
      <p className="quiet anywhere">{words.from(name, email)}</p>
      <Words text={message.message} />
      {failure && <Notice tone="bad" live="assertive" title={words.notMarked(failure)} />}
      {answered && (
        <p role="status">
          <StatusBadge tone="good" sentence>
            {words.answered(personInWords(answered.by), recentInWords(answered.at, timeZone))}
          </StatusBadge>
        </p>
      )}
      <div className="row-8-12">
        <LinkButton
          href={answerLink(message, timeZone)}
          variant={answered ? 'secondary' : 'primary'}
          aria-label={words.answerOf(name)}
          onClick={() => {
            if (!answered) void mark(true);
          }}
          text={words.answer}
        />
        <Button
          variant="plain"
          busy={busy}
          busyText={words.marking}
          aria-label={answered ? words.reopenOf(name) : words.markOf(name)}
          onClick={() => void mark(!answered)}
        >
          {answered ? words.reopen : words.mark}
        </Button>
      </div>
    </Card>
  );
}

/** The words as they were typed; of many, the first. */
function Words({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const first = text.split('\n').slice(0, SHOWN.lines).join('\n').slice(0, SHOWN.characters);
  const isLong = first.length < text.length;
  return (
    <div>
      <p className={`anywhere reading ${styles.typed}`}>{isWhole || !isLong ? text : `${first} …`}</p>
      {isLong && (
        <Button variant="plain" className="one-line" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? words.part : words.whole}
        </Button>
      )}
    </div>
  );
}
