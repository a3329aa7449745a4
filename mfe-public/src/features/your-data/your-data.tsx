import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { ProofDialog } from '@concert/design-system/proof-dialog.tsx';
import { saveFile } from '@concert/design-system/save-file.ts';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useProof } from '@concert/web-kit/use-proof.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { authApi, notifyApi } from '../../clients.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { texts as words } from './texts.ts';
import styles from './your-data.module.css';

/** Everything that is kept about the signed-in person: as a file, and to be erased. */
export function YourData({ email }: { readonly email: string }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [erasing, setErasing] = useState(false);
  const proof = useProof(authApi.call);

  const download = async () => {
    setBusy(true);
    setRefusal(undefined);
    const result = await proof.proven(() => notifyApi.call.showOwnData());
    setBusy(false);
    if (!result.ok) {
      setRefusal(problemText(result.problem));
      return;
    }
    const file = new Blob([JSON.stringify(result.value, null, 2)], { type: 'application/json' });
    saveFile(file, words.fileName(result.value.madeAt.slice(0, 10)));
    showToast({ tone: 'good', text: words.downloaded });
  };

  return (
    <Card title={words.title} className={styles.card}>
      <p>
        {words.text} <Link to="/privacy">{words.privacy}</Link>
      </p>
      {refusal && <Notice tone="bad" live="assertive" title={words.notDownloaded(refusal)} />}
      <div className={styles.acts}>
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
