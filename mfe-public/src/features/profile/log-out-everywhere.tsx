import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { ConfirmDialog } from '@concert/design-system/confirm-dialog.tsx';
import { ProofDialog } from '@concert/design-system/proof-dialog.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { forgetPerson } from '@concert/web-kit/storage.ts';
import { useProof } from '@concert/web-kit/use-proof.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { useTry } from '../../use-try.ts';

/** Ends every login of the account, after a question. */
export function LogOutEverywhere({ email }: { email: string }) {
  const { refreshSession } = useSession();
  const navigate = useNavigate();
  const words = texts.profile.everywhere;
  const [asking, setAsking] = useState(false);
  const proof = useProof(authApi.call);
  const { busy, failure, attempt, forget } = useTry();

  const end = async () => {
    const result = await attempt(() => proof.proven(() => authApi.call.signOutEverywhere()));
    // A session that has already ended is the wanted result.
    if (!result.ok && result.problem.code !== 'request.session_required') return;
    setAsking(false);
    await forgetPerson();
    showToast({ tone: 'good', text: words.done });
    await navigate('/login');
    await refreshSession();
  };

  return (
    <Card tone="sunk" title={words.title}>
      <p>{words.text}</p>
      <Button
        variant="danger"
        className="justify-start"
        onClick={() => {
          forget();
          setAsking(true);
        }}
      >
        {words.open}
      </Button>
      <ConfirmDialog
        open={asking}
        busy={busy}
        title={words.question}
        onClose={() => setAsking(false)}
        words={words}
        failure={failure}
        onConfirm={end}
      >
        <p>{words.consequence(email)}</p>
      </ConfirmDialog>
      <ProofDialog {...proof} text={words.proof} />
    </Card>
  );
}
