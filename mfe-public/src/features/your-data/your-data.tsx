import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { ProofDialog } from '@concert/design-system/proof-dialog.tsx';
import { saveFile } from '@concert/design-system/save-file.ts';
import { showToast } from '@concert/design-system/toast.tsx';
import { useProof } from '@concert/web-kit/use-proof.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { authApi, notifyApi } from '../../clients.ts';
import { useTry } from '../../use-try.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { texts as words } from './texts.ts';
import styles from './your-data.module.css';

/** Everything that is kept about the signed-in person: as a file, and to be erased. */
export function YourData({ email }: { readonly email: string }) {
  const { busy, failure, attempt } = useTry();
  const [erasing, setErasing] = useState(false);
  const proof = useProof(authApi.call);

  const download = async () => {
    const result = await attempt(() => proof.proven(() => notifyApi.call.showOwnData()));
    if (!result.ok) return;
    const file = new Blob([JSON.stringify(result.value, null, 2)], { type: 'application/json' });
    saveFile(file, words.fileName(result.value.madeAt.slice(0, 10)));
    showToast({ tone: 'good', text: words.downloaded });
  };

  return (
    <Card title={words.title}>
      <p>
        {words.text} <Link to="/privacy">{words.privacy}</Link>
      </p>
      <Failure text={failure && words.notDownloaded(failure)} />
      <div className={`row-16 ${styles.acts}`}>
        <Button variant="secondary" busy={busy} busyText={words.downloading} onClick={() => void download()}>
          {words.download}
        </Button>
        <Button variant="danger" onClick={() => setErasing(true)}>
          {words.erase}
        </Button>
      </div>
      <ProofDialog {...proof} text={words.fileProof} />
      {erasing && <EraseDialog email={email} onClose={() => setErasing(false)} />}
    </Card>
  );
}
