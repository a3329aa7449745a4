import type { PasskeyView } from '@concert/contracts/auth/passkeys';
import { dayInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { classNames } from '@concert/design-system/class-names.ts';
import { ProofDialog } from '@concert/design-system/proof-dialog.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { useProof } from '@concert/web-kit/use-proof.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { useReading } from '../../use-reading.ts';
import styles from '../security/security.module.css';
import { AddDialog, RemoveDialog, RenameDialog } from './passkey-dialogs.tsx';
import { texts } from './texts.ts';

const words = texts.profile;

/** What is being done to which passkey. */
type Doing = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: PasskeyView };

/** The passkeys of the signed-in person: shown, added, renamed, removed. */
export function PasskeysCard() {
  const reading = useReading((signal) => authApi.call.listPasskeys({}, { signal }));
  const [doing, setDoing] = useState<Doing>();
  const proof = useProof(authApi.call);

  const close = () => setDoing(undefined);
  const done = () => {
    close();
    reading.again();
  };
  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <Read reading={reading} words={words} skeleton={<Skeleton count={2} label={words.loading} />}>
        {({ passkeys }) => <List passkeys={passkeys} onAct={setDoing} />}
      </Read>
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
  readonly passkeys: readonly PasskeyView[];
  readonly onAct: (doing: Doing) => void;
}

function List({ passkeys, onAct }: ListProps) {
  const zone = useTimeZone();
  if (passkeys.length === 0) return <p className="quiet">{words.none}</p>;
  const day = (at: string) => dayInWords(at, zone);
  return (
    <ul className="stack-16 plain-list" aria-label={words.list}>
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={classNames('row-8-16', styles.line)}>
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
          <div className="row-8">
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
