import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { identitySchema, type Identity } from '@concert/contracts/core/identity';
import type { Caller } from '@concert/contracts/core/route';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

/** How long a signed identity lives. Long enough for one slow request, too short to be worth stealing. */
export const IDENTITY_SECONDS = 60;
/** How long a token is sent again instead of signing the same once more: most of its life is left when it is last sent. */
const REUSE_MS = 15_000;
/** Most tokens kept by one process, as signer or as verifier; what was not used for longest goes first. */
const MAX_KEPT_TOKENS = 5_000;
/** By how many seconds the clocks of two machines may differ. */
const CLOCK_TOLERANCE = 5;
/** What a token speaks for, named in its head (RFC 8725 section 3.11): a person, or the process that sends it. */
const TYPES = { person: 'person+jwt', caller: 'caller+jwt' } as const;
type TokenType = (typeof TYPES)[keyof typeof TYPES];

function privateKey(base64: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
}

function publicKey(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}

/** Signs requests of one process: the identity of a person (gateway only) or the process's own name. */
export class IdentitySigner {
  private readonly key: KeyObject;
  /** By what they say; by the wall clock, as they expire. */
  private readonly tokens = new LRUCache<string, Promise<string>>({ max: MAX_KEPT_TOKENS, ttl: REUSE_MS, perf: Date });

  constructor(
    private readonly caller: Caller,
    privateKeyBase64: string,
  ) {
    this.key = privateKey(privateKeyBase64);
  }

  /**
   * A token that says: this person asks, the gateway checked.
   * @param audience the service that is asked; to any other one the token says nothing
   */
  signIdentity(identity: Identity, audience: Caller): Promise<string> {
    return this.sign(TYPES.person, audience, { identity });
  }

  /**
   * A token that says: this process asks.
   * @param audience as for {@link signIdentity}
   */
  signCaller(audience: Caller): Promise<string> {
    return this.sign(TYPES.caller, audience, {});
  }

  /** A token says nothing of one request, so the same one serves for a while. */
  private sign(type: TokenType, audience: Caller, claims: Record<string, unknown>): Promise<string> {
    const said = JSON.stringify([type, audience, claims]);
    const kept = this.tokens.get(said);
    if (kept) return kept;
    const token = this.signNew(type, audience, claims);
    this.tokens.set(said, token);
    // One that could not be made is not kept; who asked for it is told.
    token.catch(() => this.tokens.delete(said));
    return token;
  }

  private signNew(type: TokenType, audience: Caller, claims: Record<string, unknown>): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: this.caller })
      .setIssuer(this.caller)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${IDENTITY_SECONDS}s`)
      .sign(this.key);
  }
}

/** What a valid token says. */
interface Claims {
  readonly type: unknown;
  readonly issuer: string;
  readonly identity: Identity | undefined;
}

/** Verifies signed requests against the public keys of the known callers. */
export class IdentityVerifier {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  /** By token, each until it expires: a signature that was good stays good, and the same token comes with many requests. */
  private readonly verified = new LRUCache<string, Claims>({ max: MAX_KEPT_TOKENS, perf: Date });

  /**
   * @param audience the process that verifies: tokens for another one are refused
   * @param publicKeys by the name of the process whose key it is
   */
  constructor(
    private readonly audience: Caller,
    publicKeys: Readonly<Record<string, string>>,
  ) {
    this.keys = new Map(Object.entries(publicKeys).map(([caller, key]) => [caller, publicKey(key)]));
  }

  /** The person a gateway-signed token speaks for, or undefined when it is not valid now. */
  async identity(token: string): Promise<Identity | undefined> {
    const claims = await this.verify(token);
    return claims?.type === TYPES.person && claims.issuer === 'gateway' ? claims.identity : undefined;
  }

  /** The process a token speaks for, or undefined when it is not valid now. A person's token speaks for no process, whoever signed it. */
  async caller(token: string): Promise<Caller | undefined> {
    const claims = await this.verify(token);
    return claims?.type === TYPES.caller ? (claims.issuer as Caller) : undefined;
  }

  private async verify(token: string): Promise<Claims | undefined> {
    const known = this.verified.get(token);
    if (known) return known;
    try {
      const { payload, protectedHeader } = await jwtVerify(
        token,
        (header) => {
          const key = this.keys.get(header.kid ?? '');
          if (!key) throw new Error('unknown caller');
          return key;
        },
        { audience: this.audience, algorithms: ['EdDSA'], clockTolerance: CLOCK_TOLERANCE, requiredClaims: ['iss', 'exp'] },
      );
      // The key decides who signed; an issuer that claims to be somebody else is refused.
      if (protectedHeader.kid !== payload.iss) return undefined;
      const identity = identitySchema.safeParse(payload['identity']);
      const claims = {
        type: protectedHeader.typ,
        issuer: payload.iss!,
        identity: identity.success ? Object.freeze(identity.data) : undefined,
      };
      const ttl = (payload.exp! + CLOCK_TOLERANCE) * 1_000 - Date.now();
      if (ttl > 0) this.verified.set(token, claims, { ttl });
      return claims;
    } catch {
      return undefined;
    }
  }
}
