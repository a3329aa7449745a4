import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { identitySchema, type Identity } from '@concert/contracts/core/identity';
import type { Caller } from '@concert/contracts/core/route';
import { jwtVerify, SignJWT } from 'jose';

/** How long a signed identity lives. Long enough for one slow request, too short to be worth stealing. */
export const IDENTITY_SECONDS = 60;
/** How long a process uses one token for itself: most of the token's life is left when it is last sent. */
const CALLER_TOKEN_MS = 15_000;
const AUDIENCE = 'concert';

function privateKey(base64: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
}

function publicKey(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}

/** Signs requests of one process: the identity of a person (gateway only) or the process's own name. */
export class IdentitySigner {
  private readonly key: KeyObject;
  private callerToken: { readonly madeAt: number; readonly token: Promise<string> } | undefined;

  constructor(
    private readonly caller: Caller,
    privateKeyBase64: string,
  ) {
    this.key = privateKey(privateKeyBase64);
  }

  /** A token that says: this person asks, the gateway checked. */
  signIdentity(identity: Identity): Promise<string> {
    return this.sign({ identity });
  }

  /** A token that says: this process asks. It says nothing of one request, so the same one serves for a while. */
  signCaller(): Promise<string> {
    const now = performance.now();
    if (!this.callerToken || now - this.callerToken.madeAt > CALLER_TOKEN_MS) this.callerToken = { madeAt: now, token: this.sign({}) };
    return this.callerToken.token;
  }

  private sign(claims: Record<string, unknown>): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: this.caller })
      .setIssuer(this.caller)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${IDENTITY_SECONDS}s`)
      .sign(this.key);
  }
}

/** Verifies signed requests against the public keys of the known callers. */
export class IdentityVerifier {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  constructor(publicKeys: Readonly<Record<string, string>>) {
    this.keys = new Map(Object.entries(publicKeys).map(([caller, key]) => [caller, publicKey(key)]));
  }

  /** The person a gateway-signed token speaks for, or undefined when it is not valid now. */
  async identity(token: string): Promise<Identity | undefined> {
    const claims = await this.verify(token);
    if (claims?.issuer !== 'gateway') return undefined;
    const parsed = identitySchema.safeParse(claims.identity);
    return parsed.success ? parsed.data : undefined;
  }

  /** The process a token speaks for, or undefined when it is not valid now. */
  async caller(token: string): Promise<Caller | undefined> {
    return (await this.verify(token))?.issuer as Caller | undefined;
  }

  private async verify(token: string): Promise<{ issuer: string; identity: unknown } | undefined> {
    try {
      const { payload } = await jwtVerify(
        token,
        (header) => {
          const key = this.keys.get(header.kid ?? '');
          if (!key) throw new Error('unknown caller');
          return key;
        },
        { audience: AUDIENCE, algorithms: ['EdDSA'], clockTolerance: 5 },
      );
      // The key decides who signed; an issuer that claims to be somebody else is refused.
      const { issuer } = { issuer: payload.iss ?? '' };
      const signer = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid?: string };
      return signer.kid === issuer ? { issuer, identity: payload['identity'] } : undefined;
    } catch {
      return undefined;
    }
  }
}
