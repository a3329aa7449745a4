import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { interactionPolicy } from 'oidc-provider';
import { addEntrance, hostOf, listen, type StandinPlace } from '../host-check.ts';
import { PAGE_HEADERS } from '../page-style.ts';
import { OidcAccounts, type OidcAccount } from './accounts.ts';
import { choosePage, consentPage, faultPage } from './pages.ts';

/** How a stand-in is started. */
export interface OidcStandinOptions extends StandinPlace {
  /** Where browser and service reach it; by default where it listens. */
  readonly publicUrl?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Addresses the browser may be sent back to, compared whole as Google does. */
  readonly redirectUris: readonly string[];
}

/** A running stand-in. */
export interface OidcStandin {
  /** Its issuer, under which everything else is discovered. */
  readonly url: string;
  readonly accounts: OidcAccounts;
  close(): Promise<void>;
}

const FORM_LIMIT = 10_000;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Starts an OpenID provider that behaves towards a web client as Google's does: discovery, code flow with PKCE, `state`, `nonce`, email and
 * name inside the id token, an account chooser, consent that is asked once, and refusal.
 */
export async function startOidcStandin(options: OidcStandinOptions): Promise<OidcStandin> {
  const accounts = new OidcAccounts(options.dataFile);
  const app = Fastify({ logger: false, forceCloseConnections: true });
  addEntrance(app, [...(options.hosts ?? []), ...hostOf(options.publicUrl)], options.instance);
  // Bodies are read by the provider and by its pages.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.all('/*', (request, reply) => {
    reply.hijack();
    if (!request.url.startsWith('/interaction/')) return protocol(request.raw, reply.raw);
    interact(provider, accounts, request.raw, reply.raw).catch(() =>
      answer(reply.raw, 400, faultPage('This sign-in is over, please begin again on the site.')),
    );
  });
  const place = await listen(app, options);
  const url = options.publicUrl ?? place.url;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(url, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [...options.redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') }] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    // Google puts email and name into the id token; by the standard they would be at userinfo only.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => false },
    ttl: { AuthorizationCode: 60, AccessToken: 600, IdToken: 600, Interaction: 900, Session: 86_400, Grant: 86_400 },
    interactions: { policy: policy(), url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => {
      const account = accounts.bySub(sub);
      return (
        account && { accountId: sub, claims: () => ({ sub, email: account.email, email_verified: account.verified, name: account.name }) }
      );
    },
    renderError: (
      context: { type: string; body: string; set(name: string, value: string): void },
      out: { error: string; error_description?: string },
    ) => {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) context.set(name, value);
      context.body = faultPage(`${out.error}: ${out.error_description ?? 'no more is known'}`);
    },
  });
  const protocol = provider.callback();
  return { url, accounts, close: () => app.close() };
}

/** Google also lets a site ask for the account chooser. */
function policy(): interactionPolicy.Policy {
  const base = interactionPolicy.base();
  base.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return base;
}

async function interact(provider: Provider, accounts: OidcAccounts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { uid, prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  const action = `/interaction/${uid}`;
  const site = new URL(params.redirect_uri ?? 'http://unknown').host;
  const current = session && accounts.bySub(session.accountId);
  const show = (fault?: string): void =>
    answer(
      response,
      fault ? 422 : 200,
      prompt.name === 'consent' && current ? consentPage(action, current, site) : choosePage(action, accounts.all(), fault),
    );
  if (request.method !== 'POST') return show();
  const form = await formOf(request);
  if (form.get('act') === 'deny') {
    return provider.interactionFinished(
      request,
      response,
      { error: 'access_denied', error_description: 'The person said no' },
      { mergeWithLastSubmission: false },
    );
  }
  if (prompt.name === 'consent') {
    if (!current) return show();
    const grant =
      (grantId && (await provider.Grant.find(grantId))) || new provider.Grant({ accountId: current.sub, clientId: params.client_id ?? '' });
    grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(' '));
    grant.addOIDCClaims(prompt.details.missingOIDCClaims ?? []);
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }
  const account = chosen(accounts, form);
  if (!account) return show('Please enter an email address');
  return provider.interactionFinished(
    request,
    response,
    { select_account: {}, login: { accountId: account.sub } },
    { mergeWithLastSubmission: false },
  );
}

function chosen(accounts: OidcAccounts, form: URLSearchParams): OidcAccount | undefined {
  const sub = form.get('sub');
  if (sub) return accounts.bySub(sub);
  const email = (form.get('email') ?? '').trim();
  return EMAIL.test(email) ? accounts.enter({ email, verified: form.get('verified') !== 'no', name: form.get('name') ?? '' }) : undefined;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > FORM_LIMIT) throw new Error('the form is too long');
  }
  return new URLSearchParams(text);
}

function answer(response: ServerResponse, status: number, html: string): void {
  if (!response.headersSent) response.writeHead(status, { ...PAGE_HEADERS });
  response.end(html);
}
