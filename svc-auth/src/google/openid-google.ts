import * as openid from 'openid-client';
import { GoogleError, type GooglePerson, type FlowSecrets } from './google.ts';

/** The site as a client of an OpenID provider. */
export interface OpenIdClient {
  readonly issuer: string;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly redirectUri: string;
}

const TIMEOUT_SECONDS = 5;
/** By how much the provider's clock, which tells when it asked somebody, may be behind ours, by which we sent them there. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** What a provider publishes changes rarely, but it changes. */
const KEEP_MS = 3_600_000;

/** Google, or whoever speaks OpenID Connect at the configured issuer. */
export class OpenIdGoogle {
  private discovered: { readonly at: number; readonly configuration: Promise<openid.Configuration> } | undefined;

  constructor(private readonly client: OpenIdClient) {}

  /** Whether this site is registered as a client. */
  get isSetUp(): boolean {
    return Boolean(this.client.clientId && this.client.clientSecret);
  }

  /** @param again Google shall ask anew, and not rely on an earlier sign-in there */
  newHandshake(again: boolean): FlowSecrets {
    return {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      codeVerifier: openid.randomPKCECodeVerifier(),
      askedAt: again ? new Date() : null,
    };
  }

  /**
   * Where to send the browser.
   * @param hint the address of the account that is asked for, where that is known
   * @throws GoogleError
   */
  async addressFor({ state, nonce, codeVerifier, askedAt }: FlowSecrets, hint?: string): Promise<string> {
    const configuration = await this.configuration();
    return openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.client.redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(askedAt ? { max_age: '0' } : { prompt: 'select_account' }),
      ...(hint === undefined ? {} : { login_hint: hint }),
    }).href;
  }

  /**
   * Turns what the browser brought back into a person: code exchanged, id token's signature, issuer, audience, time and nonce checked, and where it
   * was to ask anew, when it did.
   * @param search the query of the address it came back to
   * @throws GoogleError
   */
  async personBehind(search: string, { state, nonce, codeVerifier, askedAt }: FlowSecrets): Promise<GooglePerson> {
    const configuration = await this.configuration();
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, new URL(`${this.client.redirectUri}${search}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new GoogleError('refused');
      if (askedAt && !wasAskedSince(claims.auth_time, askedAt)) throw new GoogleError('not_fresh');
      return {
        sub: claims.sub,
        email: typeof claims['email'] === 'string' ? claims['email'] : undefined,
        // Only the provider's boolean counts, not something that merely looks true.
        emailVerified: claims['email_verified'] === true,
        name: typeof claims['name'] === 'string' ? claims['name'] : '',
      };
    } catch (error) {
      if (error instanceof openid.AuthorizationResponseError)
        throw new GoogleError(error.error === 'access_denied' ? 'denied' : 'refused', { cause: error });
      throw error instanceof GoogleError ? error : new GoogleError(isAway(error) ? 'unavailable' : 'refused', { cause: error });
    }
  }

  private async configuration(): Promise<openid.Configuration> {
    if (!this.discovered || performance.now() - this.discovered.at > KEEP_MS)
      this.discovered = { at: performance.now(), configuration: this.discover() };
    const { configuration } = this.discovered;
    try {
      return await configuration;
    } catch (error) {
      // Not cached: the next person's sign-in asks again.
      if (this.discovered?.configuration === configuration) this.discovered = undefined;
      throw new GoogleError('unavailable', { cause: error });
    }
  }

  private async discover(): Promise<openid.Configuration> {
    const { issuer, clientId = '', clientSecret = '' } = this.client;
    const configuration = await openid.discovery(new URL(issuer), clientId, undefined, openid.ClientSecretPost(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      // Plain http is accepted for a provider on this machine only; the settings refuse any other.
      ...(issuer.startsWith('http:') ? { execute: [openid.allowInsecureRequests] } : {}),
    });
    openid.enableNonRepudiationChecks(configuration);
    return configuration;
  }
}

/** Whether a provider says that it asked somebody at this moment or later. One that does not say so has not. */
function wasAskedSince(authTime: unknown, askedAt: Date): boolean {
  return typeof authTime === 'number' && authTime + CLOCK_TOLERANCE_SECONDS >= askedAt.getTime() / 1_000;
}

/** The provider did not answer, or answered that it is unavailable. */
function isAway(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    const { code, status } = current as { code?: unknown; status?: unknown };
    if (code === 'OAUTH_TIMEOUT' || current.name === 'TimeoutError' || (current instanceof TypeError && current.message === 'fetch failed'))
      return true;
    if (typeof status === 'number' && status >= 500) return true;
    if (current.cause instanceof Response && current.cause.status >= 500) return true;
  }
  return false;
}
