import { READER_KINDS, type ReaderKind, type ReaderMessage } from '@concert/contracts/booking/reader-messages';
import { messageRunRoutes, type MessagePurpose } from '@concert/contracts/notify/message-runs';
import { Card } from '@concert/design-system/card.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useState } from 'react';
import { ActButton } from '../organising/act-button.tsx';
import { RadioRow } from '../organising/radio-row.tsx';
import { MailFrame } from './mail-frame.tsx';
import styles from './message-runs.module.css';
import { texts } from './texts.ts';

const words = texts.draft;
const LOOKS = ['light', 'dark', 'text'] as const;
type Look = (typeof LOOKS)[number];

/** The words that a kind of reader gets: its own, or those for everybody. */
function messageFor(reader: ReaderKind, messages: readonly ReaderMessage[]): ReaderMessage | undefined {
  return messages.find((message) => message.reader === reader) ?? messages.find((message) => message.reader === 'everybody');
}

/** The mail as each kind of reader gets it, with the way to mail it to oneself. */
export function MessagePreview({ purpose, messages }: { purpose: MessagePurpose; messages: readonly ReaderMessage[] }) {
  const readers = READER_KINDS.filter((reader) => messageFor(reader, messages));
  const own = readers.find((reader) => messages.some((message) => message.reader === reader));
  const [reader, setReader] = useState<ReaderKind>(own ?? readers[0] ?? READER_KINDS[0]);
  const [look, setLook] = useState<Look>('light');
  const message = messageFor(reader, messages);
  return (
    <Card title={words.preview}>
      <div className={styles.looks}>
        {readers.length > 1 && (
          <Select
            label={words.previewOf}
            value={reader}
            options={readers.map((each) => ({ value: each, label: texts.readers[each] }))}
            onChange={({ target }) => setReader(READER_KINDS.find((each) => each === target.value) ?? reader)}
          />
        )}
        <RadioRow
          legend={words.look}
          options={LOOKS.map((each) => ({ value: each, text: words.looks[each] }))}
          chosen={look}
          onChoose={setLook}
        />
      </div>
      {message ? <Drawn purpose={purpose} reader={reader} message={message} look={look} /> : <Notice tone="warn">{words.noWords}</Notice>}
    </Card>
  );
}

interface DrawnProps {
  purpose: MessagePurpose;
  reader: ReaderKind;
  message: ReaderMessage;
  look: Look;
}

function Drawn({ purpose, reader, message: { subject, words: written }, look }: DrawnProps) {
  const body = { purpose, reader, subject, words: written };
  const drawn = useRoute(messageRunRoutes.previewMessage, { body });
  return (
    <>
      <Read reading={drawn} words={{ reading: words.drawing, failed: words.notDrawn }} shape="card">
        {(mail) =>
          look === 'text' ? (
            <pre className={styles.plain}>{mail.text}</pre>
          ) : (
            <MailFrame html={mail.html} label={words.mail(mail.subject)} isDark={look === 'dark'} />
          )
        }
      </Read>
      <div className="row-8-12">
        <ActButton
          variant="secondary"
          route={messageRunRoutes.testMessage}
          input={{ body }}
          busyText={words.testing}
          failed={words.notTested}
          onDone={({ sentTo }) => showToast({ tone: 'good', text: words.tested(sentTo) })}
        >
          {words.test}
        </ActButton>
      </div>
    </>
  );
}
