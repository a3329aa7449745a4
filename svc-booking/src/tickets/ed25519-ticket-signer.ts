import { createHash, createPrivateKey, createPublicKey, sign, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { BookingId, Id, TicketId } from '@concert/contracts/core/ids';
import { ID_TAIL } from '@concert/contracts/core/ids';

/** A scanner reads any code it is shown; longer texts are rejected unread. */
const MAX_CODE_LENGTH = 200;

/** What a signed link opens: a booking or a complimentary entry. Their ids have different prefixes, so a link for one never opens the other. */
type Linked = BookingId | Id<'complimentary'>;

/**
 * Signs ticket codes, one per admission, and the capabilities that open a booking's ticket page without signing in. Ed25519
 * signatures are deterministic (RFC 8032), so codes are never stored: they are computed again from the ids.
 */
export class TicketSigner {
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  /** Id of the key inside codes, so that codes of a later key can be told apart. */
  readonly keyId: string;

  constructor(privateKeyBase64: string) {
    this.privateKey = createPrivateKey({ key: Buffer.from(privateKeyBase64, 'base64'), format: 'der', type: 'pkcs8' });
    this.publicKey = createPublicKey(this.privateKey);
    this.keyId = createHash('sha256')
      .update(this.publicKey.export({ format: 'der', type: 'spki' }))
      .digest('hex')
      .slice(0, 4);
  }

  /** The public key as its 32 raw bytes in base64url, for devices that verify codes offline. */
  get publicKeyText(): string {
    return this.publicKey.export({ format: 'jwk' }).x ?? '';
  }

  /** Text of a ticket's QR code: version, key, ticket, signature. */
  ticketCode(ticketId: TicketId): string {
    const stated = `T1.${this.keyId}.${ticketId.slice(3)}`;
    return `${stated}.${this.signature(`ticket:${stated}`)}`;
  }

  /** The ticket of a code, or undefined when this key did not produce exactly this code. */
  ticketOf(code: string): TicketId | undefined {
    if (code.length > MAX_CODE_LENGTH) return undefined;
    const [version, keyId, tail, signature, ...rest] = code.split('.');
    if (version !== 'T1' || keyId !== this.keyId || !tail || !ID_TAIL.test(tail) || !signature || rest.length > 0) return undefined;
    return this.matches(`ticket:T1.${keyId}.${tail}`, signature) ? (`tk_${tail}` as TicketId) : undefined;
  }

  /** `ref2`, the capability in a booking's or entry's link. */
  capability(linkedId: Linked): string {
    return `C1.${this.keyId}.${this.signature(`booking:${linkedId}`)}`;
  }

  /** Whether `ref2` is the capability of this booking or entry. */
  opens(linkedId: Linked, ref2: string): boolean {
    const expected = Buffer.from(this.capability(linkedId));
    const given = Buffer.from(ref2);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  private signature(text: string): string {
    return sign(null, Buffer.from(text), this.privateKey).toString('base64url');
  }

  /* Signs again and compares: that costs a third of verifying, and accepts only one encoding of a signature. */
  private matches(text: string, signature: string): boolean {
    const expected = Buffer.from(this.signature(text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
