import type { authRoutes } from '@concert/contracts/auth/http';
import type { Assertion, CreationOptions, Registration, RequestOptions } from '@concert/contracts/auth/passkeys';
import type { ResultOf } from '@concert/contracts/core/route';
import type { Client } from './api-client.ts';
import { problemText } from './problem-text.ts';

/** What came of a passkey that was asked for; `text` tells the person why nothing did. */
export type PasskeyOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly text: string };

/** The calls of a proof. */
export type ProofCalls = Pick<Client<typeof authRoutes>, 'beginPasskeyProof' | 'provePasskey'>;

const WORDS = {
  unsupported: 'This browser cannot use passkeys. Please try another one.',
  unreachable: 'We cannot reach the concert site. Check your connection and try again.',
  cancelled: 'No passkey was used. You can try again.',
  known: 'This device has a passkey for your account already.',
  failed: 'The passkey could not be used. Please try again.',
};

const refused = (text: string) => ({ ok: false, text }) as const;

/** The program that speaks to authenticators is loaded when one is first asked for. */
const program = () => import('@simplewebauthn/browser');

async function ceremony<T>(ask: (browser: Awaited<ReturnType<typeof program>>) => Promise<T>): Promise<PasskeyOutcome<T>> {
  let browser: Awaited<ReturnType<typeof program>>;
  try {
    browser = await program();
  } catch {
    return refused(WORDS.unreachable);
  }
  if (!browser.browserSupportsWebAuthn()) return refused(WORDS.unsupported);
  try {
    return { ok: true, value: await ask(browser) };
  } catch (error) {
    return refused(textOf(error));
  }
}

/** Browsers say one thing for a press on Cancel, a time that ran out and a passkey that is not there, so that no site learns which. */
function textOf(error: unknown): string {
  const { name, code } = Object(error) as { readonly name?: unknown; readonly code?: unknown };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError') return WORDS.known;
  return name === 'NotAllowedError' || name === 'AbortError' ? WORDS.cancelled : WORDS.failed;
}

/** Has the browser make a passkey. */
export function makePasskey(options: CreationOptions): Promise<PasskeyOutcome<Registration>> {
  return ceremony(({ startRegistration }) => startRegistration({ optionsJSON: options }));
}

/** Has the browser use a passkey. */
function takePasskey(options: RequestOptions): Promise<PasskeyOutcome<Assertion>> {
  return ceremony(({ startAuthentication }) => startAuthentication({ optionsJSON: options }));
}

/** Signs in with a passkey, or proves with one again who is signed in. */
export async function provePasskey(calls: ProofCalls): Promise<PasskeyOutcome<ResultOf<typeof authRoutes.provePasskey>>> {
  const begun = await calls.beginPasskeyProof();
  if (!begun.ok) return refused(problemText(begun.problem));
  const taken = await takePasskey(begun.value);
  if (!taken.ok) return taken;
  const proven = await calls.provePasskey({ body: { assertion: taken.value } });
  return proven.ok ? proven : refused(problemText(proven.problem));
}
