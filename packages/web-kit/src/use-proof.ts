import type { authRoutes } from '@concert/contracts/auth/http';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { ResultOf } from '@concert/contracts/core/route';
import { useEffect, useRef, useState } from 'react';
import type { Client, Result } from './api-client.ts';
import { confirmAtGoogle } from './confirm-at-google.ts';
import { provePasskey, type PasskeyOutcome, type PasskeyProofCalls } from './passkeys.ts';
import { problemText } from './problem-text.ts';
import type { Proven } from './reading/proof.ts';
import { useSession } from './session.tsx';
import { codeRequest } from './code-request.ts';
import { useCodeForm } from './forms/use-code-form.ts';

/** The calls by which somebody proves again who they are. */
export type ConfirmCalls = PasskeyProofCalls & CodeCalls & Pick<Client<typeof authRoutes>, 'confirmPassword' | 'showSignInWays'>;

/** A way to prove who somebody is. */
type ProofWay = 'password' | 'passkey' | 'google' | 'code';

/** The server decides; where it cannot be asked, every way is offered. */
function waysOf(answer: Result<ResultOf<typeof authRoutes.showSignInWays>>, isOrganiser: boolean): readonly ProofWay[] {
  if (!answer.ok) return ['password', 'passkey', 'google'];
  if (answer.value.organisersNeedPasskey && isOrganiser) return ['passkey'];
  if (answer.value.provesByCode) return ['code', 'passkey'];
  return answer.value.google ? ['password', 'passkey', 'google'] : ['password', 'passkey'];
}

/** Asks the server whether this is the password; what is wrong with the password itself is told at its field. */
async function provePassword(
  calls: ConfirmCalls,
  password: string,
  tellAtField: (error: string) => void,
): Promise<PasskeyOutcome<unknown>> {
  const result = await calls.confirmPassword({ body: { password } });
  if (result.ok) return result;
  if (result.problem.code !== 'auth.credentials_refused') return { ok: false, text: problemText(result.problem) };
  tellAtField(result.problem.detail);
  return { ok: false, text: '' };
}

/** For acts that ask again who somebody is when the last proof is old. */
export function useProof(calls: ConfirmCalls) {
  const { session } = useSession();
  const email = session?.email ?? '';
  const [open, setOpen] = useState(false);
  const [ways, setWays] = useState<readonly ProofWay[]>();
  const [busy, setBusy] = useState<ProofWay>();
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [why, setWhy] = useState<string>();
  const answer = useRef<(proven: boolean) => void>(undefined);
  const asked = useRef<Promise<boolean>>(undefined);
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);
  const code = useCodeProof(calls, email, () => answer.current?.(true));

  const ask = async ({ detail, title }: ProblemDocument): Promise<boolean> => {
    setError(undefined);
    setRefusal(undefined);
    code.startOver();
    setWhy(detail === title ? undefined : detail);
    setOpen(true);
    void calls.showSignInWays().then((told) => setWays(waysOf(told, session?.role !== 'buyer')));
    const isProven = await new Promise<boolean>((resolve) => (answer.current = resolve));
    asked.current = undefined;
    setOpen(false);
    return isProven;
  };

  /** Makes a call; where the server wants a new proof, asks for it, once for all calls that wait, and makes the call once more. */
  const proven: Proven = async (call) => {
    const result = await call();
    if (result.ok || result.problem.code !== 'request.sign_in_again') return result;
    return (await (asked.current ??= ask(result.problem))) ? call() : result;
  };

  /** One way at a time: what the last one said is forgotten. */
  const go = async (way: ProofWay, work: () => Promise<PasskeyOutcome<unknown>>) => {
    if (busy) return;
    setBusy(way);
    setError(undefined);
    setRefusal(undefined);
    const outcome = await work();
    setBusy(undefined);
    if (outcome.ok) answer.current?.(true);
    else if (outcome.text) setRefusal(outcome.text);
  };

  const byPassword = async (password: string) => {
    if (password === '') {
      setRefusal(undefined);
      setError('Password is required');
      return;
    }
    await go('password', () => provePassword(calls, password, setError));
  };

  const atGoogle = () => {
    const { signal } = (waiting.current = new AbortController());
    return go('google', () => confirmAtGoogle(signal));
  };

  const giveUp = () => {
    waiting.current?.abort();
    answer.current?.(false);
  };

  return {
    proven,
    open,
    /** Why the server asks, where it says more than that it does. */
    why,
    email,
    ways,
    busy,
    error,
    refusal,
    byPassword,
    byPasskey: () => go('passkey', () => provePasskey(calls)),
    atGoogle,
    mailCode: () => go('code', code.mail),
    code: code.form,
    giveUp,
  };
}

/** The calls by which a mailed code proves who somebody is. */
type CodeCalls = Pick<Client<typeof authRoutes>, 'requestSignInCode' | 'useSignInCode'>;

/** The proof of whoever signs in by mailed codes alone: another code. */
function useCodeProof(calls: CodeCalls, email: string, onProven: () => void) {
  const [request, setRequest] = useState<string>();
  const ask = async () => {
    const mailed = await calls.requestSignInCode({ body: { email, request: codeRequest() } });
    if (mailed.ok) setRequest(mailed.value.request);
    return mailed;
  };
  const form = useCodeForm({
    use: async (code) => {
      const used = await calls.useSignInCode({ body: { request: request!, code } });
      if (used.ok) onProven();
      return used;
    },
    again: ask,
  });
  return {
    // The field for the code; undefined before it was mailed.
    form: request === undefined ? undefined : form,
    mail: async (): Promise<PasskeyOutcome<unknown>> => {
      const mailed = await ask();
      // What is mailed proves nothing yet.
      return { ok: false, text: mailed.ok ? '' : problemText(mailed.problem) };
    },
    startOver: () => {
      setRequest(undefined);
      form.reset();
    },
  };
}
