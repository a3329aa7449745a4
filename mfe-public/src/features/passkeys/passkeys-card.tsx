import type { PasskeyView } from '@concert/contracts/auth/passkeys';
import { dayInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { ProofDialog } from '@concert/design-system/proof-dialog.tsx';
import { ReadFailed } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useProof } from '@concert/web-kit/use-proof.ts';
import { useEffect, useState } from 'react';
import { authApi } from '../../clients.ts';
import { AddDialog, RemoveDialog, RenameDialog } from './passkey-dialogs.tsx';
import { texts } from './texts.ts';
import styles from './passkeys.module.css';

const words = texts.profile;

/** What is being done to which passkey. */
type Doing = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: PasskeyView };

/** The passkeys of the signed-in person: shown, added, renamed, removed. */
export function PasskeysCard() {
  const [answer, setAnswer] = useState<Result<{ readonly passkeys: readonly PasskeyView[] }>>();
  const [attempt, setAttempt] = useState(0);
  const [doing, setDoing] = useState<Doing>();
  const proof = useProof(authApi.call);

  useEffect(() => {
    const stop = new AbortController();
    void authApi.call.listPasskeys({}, { signal: stop.signal }).then((result) => {
      if (!stop.signal.aborted) setAnswer(result);
    });
    return () => stop.abort();
  }, [attempt]);

  const close = () => setDoing(undefined);
  const done = () => {
    close();
    setAttempt((count) => count + 1);
  };
  return (
    <Card title={words.title} className={styles.card}>
      <p>{words.text}</p>
      <List answer={answer} again={() => setAttempt((count) => count + 1)} onAct={setDoing} />
      <Button variant="secondary" className="justify-start" onClick={() => setDoing({ what: 'add' })}>
        {words.add}
      </Button>
      {doing?.what === 'add' && <AddDialog proven={proof.proven} onClose={close} onDone={done} />}
      {doing?.what === 'rename' && <RenameDialog passkey={doing.passkey} onClose={close} onDone={done} />}
      {doing?.what === 'remove' && <RemoveDialog passkey={doing.passkey} proven={proof.proven} onClose={close} onDone={done} />}
      <ProofDialog {...proof} text={texts.proof} />
    </Card>
  );
}

interface ListProps {
  readonly answer: Result<{ readonly passkeys: readonly PasskeyView[] }> | undefined;
  readonly again: () => void;
  readonly onAct: (doing: Doing) => void;
}

function List({ answer, again, onAct }: ListProps) {
  const { concert } = useSession();
  if (!answer) return <Skeleton count={2} label={words.loading} />;
  if (!answer.ok) return <ReadFailed words={words} failure={problemText(answer.problem)} again={again} />;
  const { passkeys } = answer.value;
  if (passkeys.length === 0) return <p className="quiet">{words.none}</p>;
  const day = (at: string) => dayInWords(at, concert?.timeZone ?? 'UTC');
  return (
    <ul className="stack-16 plain-list" aria-label={words.list}>
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={styles.passkey}>
          <div className="min-0 grow-16">
            <div className="strong anywhere">{passkey.name}</div>
            <div className="quiet">
              {[
                words.added(day(passkey.createdAt)),
                passkey.lastUsedAt ? words.used(day(passkey.lastUsedAt)) : words.unused,
                passkey.backedUp ? words.backedUp : words.oneDevice,
              ].join(', ')}
            </div>
          </div>
          <div className={styles.acts}>
            <Button variant="plain" aria-label={words.renameOf(passkey.name)} onClick={() => onAct({ what: 'rename', passkey })}>
              {words.rename}
            </Button>
            <Button variant="plain" aria-label={words.removeOf(passkey.name)} onClick={() => onAct({ what: 'remove', passkey })}>
              {words.remove}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
