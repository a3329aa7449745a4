import { ERASURE_WORD } from '@concert/contracts/auth/account-rules';
import { STAYS_AFTER_ERASURE } from '@concert/contracts/core/personal-data';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { ProofDialog } from '@concert/design-system/proof-dialog.tsx';
import { saveFile } from '@concert/design-system/save-file.ts';
import { showToast } from '@concert/design-system/toast.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { forgetPerson } from '@concert/web-kit/storage.ts';
import { useProof } from '@concert/web-kit/use-proof.ts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { authApi, notifyApi } from '../../clients.ts';
import { useTry } from '../../use-try.ts';
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

/** Erases the signed-in person, once they have read what stays, typed a word and proven who they are. */
function EraseDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { refreshSession } = useSession();
  const navigate = useNavigate();
  const form = useForm({ name: 'erasure', first: { confirmation: '' }, summaryFrom: 2 });
  const proof = useProof(authApi.call);

  const erase = async () => {
    const result = await form.send(() =>
      authApi.submit('eraseAccount', form.values, (body) => proof.proven(() => authApi.call.eraseAccount({ body }))),
    );
    if (!result?.ok) return;
    await forgetPerson();
    showToast({ tone: 'good', text: words.done });
    await navigate('/');
    await refreshSession();
  };

  return (
    <>
      <Dialog open busy={form.busy} title={words.question} onClose={onClose}>
        <p>{words.consequence(email)}</p>
        <h3>{words.stays}</h3>
        <DescriptionList items={STAYS_AFTER_ERASURE.map(({ what, why }) => ({ term: what, value: why }))} />
        <Form form={form} prepare={authApi.prepare} onSubmit={() => void erase()}>
          <Failure text={form.failure && words.failed(form.failure)} />
          <TextField {...form.field('confirmation')} label={words.word(ERASURE_WORD)} autoComplete="off" required />
          <div className={`row-16 ${styles.acts}`}>
            <Button variant="secondary" disabled={form.busy} onClick={onClose}>
              {words.keep}
            </Button>
            <Button type="submit" variant="danger" busy={form.busy} busyText={words.erasing}>
              {words.confirm}
            </Button>
          </div>
        </Form>
      </Dialog>
      <ProofDialog {...proof} text={words.proof} />
    </>
  );
}
