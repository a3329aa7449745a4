import { createPublicKey, verify, type KeyObject } from 'node:crypto';

/** How far a message's timestamp, by the mail provider's clock, may differ from our clock, in either direction: its way to us included. */
const TOLERANCE_SECONDS = 300;

/** A public key as the provider shows it: base64 of SPKI DER, on the curve P-256. @throws Error when it is anything else */
export function eventKey(base64: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('the key is not on the curve P-256');
  return key;
}

/** Verifies that the mail provider made a message just now: ECDSA with SHA-256 over its timestamp and its bytes. */
export class SendgridSignature {
  private readonly keys: readonly KeyObject[];

  /** @param keys several during a key rotation: a signature by any of them is accepted */
  constructor(keys: readonly string[]) {
    this.keys = keys.map(eventKey);
  }

  isRight(bytes: Uint8Array, signature: string | undefined, timestamp: string | undefined, now: Date): boolean {
    if (signature === undefined || timestamp === undefined || !/^[0-9]{1,12}$/.test(timestamp)) return false;
    if (!/^[A-Za-z0-9+/]{60,200}={0,2}$/.test(signature)) return false;
    if (Math.abs(Number(timestamp) * 1_000 - now.getTime()) > TOLERANCE_SECONDS * 1_000) return false;
    const signed = Buffer.concat([Buffer.from(timestamp, 'latin1'), bytes]);
    const given = Buffer.from(signature, 'base64');
    return this.keys.some((key) => verify('sha256', signed, key, given));
  }
}
