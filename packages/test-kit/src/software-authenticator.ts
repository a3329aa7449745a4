import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What a browser is called with, as far as an authenticator needs it. */
export interface AuthenticatorRequest {
  readonly challenge: string;
  readonly rpId: string;
  readonly userId?: string;
}

/** How an authenticator, or the page that called it, departs from the right thing. */
export interface Deviations {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** The person did not prove to the authenticator who they are. */
  readonly unverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Signs with the key of another authenticator. */
  readonly signedBy?: SoftwareAuthenticator;
}

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, hasKey: 0x40 };

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Byte string and text of CBOR (RFC 8949), shorter than 65,536 bytes. */
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
const byteString = (bytes: Uint8Array) => Buffer.concat([head(2, bytes.length), bytes]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);

/** An authenticator with one ES256 key, as browsers speak to one (WebAuthn level 3): for tests of whoever checks its answers. */
export class SoftwareAuthenticator {
  readonly #id = randomBytes(16);
  readonly #origin: string;
  readonly #counts: boolean;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #userHandle: string | undefined;
  #counter = 0;

  /**
   * @param origin the site whose page calls it
   * @param counts whether it counts its uses; synchronised passkeys do not
   */
  constructor(origin: string, counts = true) {
    this.#origin = origin;
    this.#counts = counts;
    ({ privateKey: this.#privateKey, publicKey: this.#publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  }

  get credentialId(): string {
    return base64url(this.#id);
  }

  /** Answers `navigator.credentials.create`. */
  make(asked: AuthenticatorRequest, wrongs: Deviations = {}) {
    this.#userHandle = asked.userId;
    const id = Buffer.from([this.#id.length >> 8, this.#id.length & 255]);
    const data = Buffer.concat([this.#data(asked, wrongs, FLAGS.hasKey), Buffer.alloc(16), id, this.#id, this.#coseKey()]);
    const attestationObject = Buffer.concat([
      head(5, 3),
      text('fmt'),
      text('none'),
      text('attStmt'),
      head(5, 0),
      text('authData'),
      byteString(data),
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', asked, wrongs)),
        attestationObject: base64url(attestationObject),
        transports: ['internal', 'of-the-future'],
      },
    };
  }

  /** Answers `navigator.credentials.get`. */
  use(asked: AuthenticatorRequest, wrongs: Deviations = {}) {
    if (this.#counts) this.#counter += 1;
    const authenticatorData = this.#data(asked, wrongs);
    const clientData = this.#clientData('webauthn.get', asked, wrongs);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    const userHandle = wrongs.userHandle ?? this.#userHandle;
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url((wrongs.signedBy ?? this).#sign(signed)),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    };
  }

  #credential() {
    return { id: this.credentialId, rawId: this.credentialId, type: 'public-key', clientExtensionResults: {} };
  }

  #sign(bytes: Uint8Array): Buffer {
    return sign('sha256', bytes, this.#privateKey);
  }

  #clientData(type: string, asked: AuthenticatorRequest, wrongs: Deviations): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge: wrongs.challenge ?? asked.challenge, origin: wrongs.origin ?? this.#origin, crossOrigin: false }),
    );
  }

  /** Relying party, flags and counter (WebAuthn level 3 section 6.1). */
  #data(asked: AuthenticatorRequest, wrongs: Deviations, more = 0): Buffer {
    const flags = FLAGS.present | (wrongs.unverified ? 0 : FLAGS.verified) | FLAGS.backupEligible | FLAGS.backedUp | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrongs.counter ?? this.#counter);
    return Buffer.concat([sha256(wrongs.rpId ?? asked.rpId), Buffer.from([flags]), counter]);
  }

  /** {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y} (RFC 9053). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const of = (coordinate: string) => byteString(Buffer.from(coordinate, 'base64url'));
    return Buffer.concat([head(5, 5), Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]), of(x), Buffer.from([0x22]), of(y)]);
  }
}
