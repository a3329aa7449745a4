import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { identitySchema, type Identity } from '@concert/contracts/core/identity';
import type { Caller } from '@concert/contracts/core/route';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

/** How long a signed identity is valid: long enough for one slow request, too short to be worth stealing. */
export const IDENTITY_SECONDS = 60;
/** Most tokens cached by one process, as signer or as verifier; the least recently used goes first. */
const MAX_KEPT_TOKENS = 5_000;
/**
 * Seconds that a token is taken for longer than it says: the clock of who verifies it may be that far ahead of the clock of who signed it,
 * and as much more as was left of the token's life, 45 s at least. One that is behind refuses nothing.
 */
const CLOCK_TOLERANCE = 5;
/** What a token stands for, named in its header (RFC 8725 section 3.11): a person, or the process that sends it. */
const TYPES = { person: 'person+jwt', caller: 'caller+jwt' } as const;
type TokenType = (typeof TYPES)[keyof typeof TYPES];

/** Names a key in a token: whose it is, and the beginning of its fingerprint, as a process has several while they change. */
function keyIdOf(caller: string, key: KeyObject): string {
  const fingerprint = createHash('sha256').update(key.export({ format: 'der', type: 'spki' }));
  return `${caller}.${fingerprint.digest('hex').slice(0, 16)}`;
}

/** Signs requests of one process: the identity of a person (gateway only) or the process's own name. */
export class IdentitySigner {
  private readonly key: KeyObject;
  private readonly keyId: string;
  /** By content, for a quarter of a token's life, so that most of it is left at the last use. Expiry follows the wall clock. */
  private readonly tokens = new LRUCache<string, Promise<string>>({
    max: MAX_KEPT_TOKENS,
    ttl: (IDENTITY_SECONDS * 1_000) / 4,
    perf: Date,
  });

  constructor(
    private readonly caller: Caller,
    privateKeyBase64: string,
  ) {
    this.key = createPrivateKey({ key: Buffer.from(privateKeyBase64, 'base64'), format: 'der', type: 'pkcs8' });
    this.keyId = keyIdOf(caller, createPublicKey(this.key));
  }

  /** A token by which the gateway says that it has checked who this person is. `audience`: the only service that accepts the token */
  signIdentity(identity: Identity, audience: Caller): Promise<string> {
    return this.sign(TYPES.person, audience, { identity });
  }

  /** A token by which this process names itself. `audience`: as for {@link signIdentity} */
  signCaller(audience: Caller): Promise<string> {
    return this.sign(TYPES.caller, audience, {});
  }

  /** A token says nothing about a single request, so it is used again for a while. */
  private sign(type: TokenType, audience: Caller, claims: Record<string, unknown>): Promise<string> {
    const said = JSON.stringify([type, audience, claims]);
    const kept = this.tokens.get(said);
    if (kept) return kept;
    const token = this.signNew(type, audience, claims);
    this.tokens.set(said, token);
    // A failed signature is not cached; its caller gets the error.
    token.catch(() => this.tokens.delete(said));
    return token;
  }

  private signNew(type: TokenType, audience: Caller, claims: Record<string, unknown>): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: this.keyId })
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
  /** By the name a key has in tokens. */
  private readonly keys: ReadonlyMap<string, { readonly caller: string; readonly key: KeyObject }>;
  /** By token, until it expires: a valid signature stays valid, and the same token comes with many requests. */
  private readonly verified = new LRUCache<string, Claims>({ max: MAX_KEPT_TOKENS, perf: Date });

  /**
   * @param audience the process that verifies; tokens for another one are refused
   * @param publicKeys by the name of the process that has them; any of them is accepted
   */
  constructor(
    private readonly audience: Caller,
    publicKeys: Readonly<Record<string, readonly string[]>>,
  ) {
    this.keys = new Map(
      Object.entries(publicKeys).flatMap(([caller, keys]) =>
        keys.map((base64) => {
          const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
          return [keyIdOf(caller, key), { caller, key }] as const;
        }),
      ),
    );
  }

  /** The person whom a token signed by the gateway stands for, or undefined when it is not valid now. */
  async identity(token: string): Promise<Identity | undefined> {
    const claims = await this.verify(token);
    return claims?.type === TYPES.person && claims.issuer === 'gateway' ? claims.identity : undefined;
  }

  /** The process a token stands for, or undefined when it is not valid now; a person's token never stands for one. */
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
          const known = this.keys.get(header.kid ?? '');
          if (!known) throw new Error('unknown key');
          return known.key;
        },
        { audience: this.audience, algorithms: ['EdDSA'], clockTolerance: CLOCK_TOLERANCE, requiredClaims: ['iss', 'exp'] },
      );
      // The key decides who signed; a token whose issuer claims to be somebody else is refused. So is one for several services: each of them
      // could use it at the others.
      if (this.keys.get(protectedHeader.kid ?? '')?.caller !== payload.iss || payload.aud !== this.audience) return undefined;
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
