import { Failure } from '@concert/machine-kit/failure';
import { originOf } from './about.ts';
import { check, green, red } from './check.ts';
import type { House } from './house.ts';

const CLIENTS_PAGE = 'https://console.cloud.google.com/apis/credentials';

/** Whether Google knows the client by which people sign in. */
export const googleCheck = check('google', async ({ env, net }) => {
  const { GOOGLE_CLIENT_ID: id = '', GOOGLE_CLIENT_SECRET: secret = '', GOOGLE_ISSUER: issuer } = env;
  const origin = originOf(env);
  if (id === '' || origin === undefined) return undefined;
  if (!issuer && !/^[\w-]+\.apps\.googleusercontent\.com$/.test(id))
    return red('That is not a Google client ID.', 'It ends with .apps.googleusercontent.com; leave it empty to do without Google.');
  // Its absence is told among the settings.
  if (secret === '') return undefined;
  const returnTo = `${origin}/api/auth/google/callback`;
  const error = await refusalOf(net, issuer || 'https://accounts.google.com', {
    client_id: id,
    client_secret: secret,
    redirect_uri: returnTo,
  }).catch((cause: unknown) => {
    throw new Failure('Google does not answer as it should.', 'run the same command again, or leave Google out for now.', cause);
  });
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return red('Google does not know this client with this secret.', `Copy both from ${CLIENTS_PAGE}.`);
  if (error === 'redirect_uri_mismatch')
    return red(`The client does not lead back to ${returnTo}.`, `Add this redirect address at ${CLIENTS_PAGE} and answer again.`);
  return green(`Google: the client is known. Its redirect addresses (${CLIENTS_PAGE}) must name ${returnTo}.`);
});

/** Asks Google for tokens with a code that nobody was given: it refuses the code, or the client before it looks at the code. */
async function refusalOf(net: House['net'], issuer: string, client: Record<string, string>): Promise<string> {
  const found = await net.fetch(`${issuer}/.well-known/openid-configuration`);
  const { token_endpoint: address } = (await found.json()) as { token_endpoint: string };
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'asks_for_nothing', ...client });
  const answer = await net.fetch(address, { method: 'POST', body });
  const { error } = (await answer.json()) as { error?: unknown };
  if (typeof error !== 'string') throw new Error(`status ${answer.status} without a reason`);
  return error;
}
