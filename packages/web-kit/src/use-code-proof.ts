import type { authRoutes } from '@concert/contracts/auth/http';
import { useState } from 'react';
import type { Client } from './api-client.ts';
import { codeRequest } from './code-request.ts';
import { useCodeForm } from './forms/use-code-form.ts';
import type { PasskeyOutcome } from './passkeys.ts';
import { problemText } from './problem-text.ts';

/** The calls by which a mailed code proves who somebody is. */
export type CodeCalls = Pick<Client<typeof authRoutes>, 'requestSignInCode' | 'useSignInCode'>;

/** The proof of whoever signs in by mailed codes alone: another code. */
export function useCodeProof(calls: CodeCalls, email: string, onProven: () => void) {
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
