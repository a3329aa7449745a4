import type { authRoutes } from '@concert/contracts/auth/http';
import type { Assertion, CreationOptions, Registration, RequestOptions } from '@concert/contracts/auth/passkeys';
import type { ResultOf } from '@concert/contracts/core/route';
import type { Client } from './api-client.ts';
import { problemText } from './problem-text.ts';

/** What came of a passkey that was asked for; `text` tells the person why nothing did. */
export type PasskeyOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly text: string };

/** The calls of a proof. */
export type PasskeyProofCalls = Pick<Client<typeof authRoutes>, 'beginPasskeyProof' | 'provePasskey'>;

const UNREACHABLE = 'We cannot reach the concert site. Check your connection and try again.';
const OTHER_BROWSER = 'This browser cannot use passkeys. Please use another one, or another computer or phone.';
const WRONG_PLACE = 'Passkeys work only at the usual address of this site, with https. Please open it there and try again.';
const KEPT_ELSEWHERE =
  'To use another device, choose it in the browser’s window and scan the code with a phone, plug in a security key, or use another computer.';
const FOUND_ELSEWHERE =
  'If it is on another device, choose that in the browser’s window: scan the code with a phone, or plug in a security key. Or sign in on the computer that has it.';

/** What a person is told of each name of error (WebAuthn level 3 sections 5.1.3 and 5.1.4): trying the same again helps nobody who has no device for it. */
export const PASSKEY_FAULTS = {
  making: {
    NotAllowedError: `No passkey was registered. ${KEPT_ELSEWHERE}`,
    AbortError: `No passkey was registered. ${KEPT_ELSEWHERE}`,
    NotSupportedError: `This device cannot keep a passkey of the kind that is needed. ${KEPT_ELSEWHERE}`,
    ConstraintError: `This device does not ask for a fingerprint, a face or a code, so it cannot keep a passkey. ${KEPT_ELSEWHERE}`,
    InvalidStateError: 'This device has a passkey for your account already: use it, or register one on another device.',
    SecurityError: WRONG_PLACE,
    other: `The device could not make a passkey. ${KEPT_ELSEWHERE}`,
  },
  using: {
    NotAllowedError: `No passkey was used. ${FOUND_ELSEWHERE}`,
    AbortError: `No passkey was used. ${FOUND_ELSEWHERE}`,
    NotSupportedError: `This device cannot use your passkey. ${FOUND_ELSEWHERE}`,
    ConstraintError: `This device cannot use your passkey. ${FOUND_ELSEWHERE}`,
    InvalidStateError: `This device has no passkey for this account. ${FOUND_ELSEWHERE}`,
    SecurityError: WRONG_PLACE,
    other: `The passkey could not be used. ${FOUND_ELSEWHERE}`,
  },
} as const;

const refused = (text: string) => ({ ok: false, text }) as const;

/** The program that speaks to authenticators is loaded when one is first asked for. */
const program = () => import('@simplewebauthn/browser');

async function ceremony<T>(
  act: keyof typeof PASSKEY_FAULTS,
  ask: (browser: Awaited<ReturnType<typeof program>>) => Promise<T>,
): Promise<PasskeyOutcome<T>> {
  let browser: Awaited<ReturnType<typeof program>>;
  try {
    browser = await program();
  } catch {
    return refused(UNREACHABLE);
  }
  if (!browser.browserSupportsWebAuthn()) return refused(OTHER_BROWSER);
  try {
    return { ok: true, value: await ask(browser) };
  } catch (error) {
    const faults: Readonly<Record<string, string>> = PASSKEY_FAULTS[act];
    return refused(faults[nameOf(error)] ?? PASSKEY_FAULTS[act].other);
  }
}

/** Browsers say one thing for a press on Cancel, a time that ran out and a passkey that is not there, so that no site learns which. */
function nameOf(error: unknown): string {
  return String((Object(error) as { readonly name?: unknown }).name);
}

/** Has the browser make a passkey. */
export function makePasskey(options: CreationOptions): Promise<PasskeyOutcome<Registration>> {
  return ceremony('making', ({ startRegistration }) => startRegistration({ optionsJSON: options }));
}

/** Has the browser use a passkey. */
function takePasskey(options: RequestOptions): Promise<PasskeyOutcome<Assertion>> {
  return ceremony('using', ({ startAuthentication }) => startAuthentication({ optionsJSON: options }));
}

/** Signs in with a passkey, or proves with one again who is signed in. */
export async function provePasskey(calls: PasskeyProofCalls): Promise<PasskeyOutcome<ResultOf<typeof authRoutes.provePasskey>>> {
  const begun = await calls.beginPasskeyProof();
  if (!begun.ok) return refused(problemText(begun.problem));
  const taken = await takePasskey(begun.value);
  if (!taken.ok) return taken;
  const proven = await calls.provePasskey({ body: { assertion: taken.value } });
  return proven.ok ? proven : refused(problemText(proven.problem));
}
