import { Failure } from '@concert/machine-kit/failure';
import { WrongAnswer } from './wrong-answer.ts';

const TIMEOUT_MS = 10_000;
const CLIENTS_PAGE = 'https://console.cloud.google.com/apis/credentials';

/** A client of Google, and where people come back to from it. */
export interface GoogleClient {
  readonly id: string;
  readonly secret: string;
  readonly returnTo: string;
}

/**
 * Asks Google for tokens with a code that nobody was given: it refuses the code, or the client before it looks at the code.
 * @throws WrongAnswer where it does not know the client or its secret
 * @throws Failure where it does not answer
 */
export async function checkGoogle({ id, secret, returnTo }: GoogleClient, issuer: string): Promise<string[]> {
  const error = await refusalOf(issuer, {
    grant_type: 'authorization_code',
    code: 'asks_for_nothing',
    client_id: id,
    client_secret: secret,
    redirect_uri: returnTo,
  }).catch((cause: unknown) => {
    throw new Failure('Google does not answer as it should.', 'run the same command again, or leave Google out for now.', cause);
  });
  if (error === 'invalid_client' || error === 'unauthorized_client')
    throw new WrongAnswer('Google does not know this client with this secret.', `copy both from ${CLIENTS_PAGE}.`);
  if (error === 'redirect_uri_mismatch')
    throw new WrongAnswer(
      `The client does not lead back to ${returnTo}.`,
      `add this redirect address at ${CLIENTS_PAGE} and answer again.`,
    );
  return [`Google: the client is known. Its redirect addresses (${CLIENTS_PAGE}) must name ${returnTo}.`];
}

async function refusalOf(issuer: string, fields: Record<string, string>): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const found = await fetch(`${issuer}/.well-known/openid-configuration`, { signal, redirect: 'error' });
  const { token_endpoint: address } = (await found.json()) as { token_endpoint: string };
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), signal, redirect: 'error' });
  const { error } = (await answer.json()) as { error?: unknown };
  if (typeof error !== 'string') throw new Error(`status ${answer.status} without a reason`);
  return error;
}
