import { Failure } from '@concert/machine-kit/failure';
import { WrongAnswer } from '../setup/wrong-answer.ts';
import { originOf } from './about.ts';
import { green, type Check, type Finding, type Net } from './check.ts';

/** Whether Google knows the client by which people sign in. */
export const googleCheck: Check = {
  id: 'google',
  look: async ({ env, net }) => {
    const { GOOGLE_CLIENT_ID: id = '', GOOGLE_CLIENT_SECRET: secret = '', GOOGLE_ISSUER: issuer } = env;
    const origin = originOf(env);
    if (id === '' || origin === undefined) return undefined;
    if (!issuer && !/^[\w-]+\.apps\.googleusercontent\.com$/.test(id))
      throw new WrongAnswer(
        'That is not a Google client ID.',
        'it ends with .apps.googleusercontent.com; leave it empty to do without Google.',
      );
    // Its absence is told among the settings.
    if (secret === '') return undefined;
    return askGoogle({ id, secret, returnTo: `${origin}/api/auth/google/callback` }, issuer || 'https://accounts.google.com', net);
  },
};

const CLIENTS_PAGE = 'https://console.cloud.google.com/apis/credentials';

/** A client of Google, and where people come back to from it. */
interface GoogleClient {
  readonly id: string;
  readonly secret: string;
  readonly returnTo: string;
}

/**
 * Asks Google for tokens with a code that nobody was given: it refuses the code, or the client before it looks at the code.
 * @throws WrongAnswer where it does not know the client or its secret
 * @throws Failure where it does not answer
 */
async function askGoogle({ id, secret, returnTo }: GoogleClient, issuer: string, net: Pick<Net, 'fetch'>): Promise<Finding> {
  const error = await refusalOf(net, issuer, {
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
  return green(`Google: the client is known. Its redirect addresses (${CLIENTS_PAGE}) must name ${returnTo}.`);
}

async function refusalOf(net: Pick<Net, 'fetch'>, issuer: string, fields: Record<string, string>): Promise<string> {
  const found = await net.fetch(`${issuer}/.well-known/openid-configuration`);
  const { token_endpoint: address } = (await found.json()) as { token_endpoint: string };
  const answer = await net.fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
  const { error } = (await answer.json()) as { error?: unknown };
  if (typeof error !== 'string') throw new Error(`status ${answer.status} without a reason`);
  return error;
}
