import { createHash, createPrivateKey, createPublicKey, sign, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { BookingId, Id, TicketId } from '@concert/contracts/core/ids';
import { TICKET_ID_TAIL } from '@concert/contracts/core/ids';

/** A scanner reads any code it is shown; longer texts are rejected unread. */
const MAX_CODE_LENGTH = 200;

/** What a signed link opens. Ids of each kind have a prefix of their own, so a link for one never opens another. */
interface Linked {
  readonly id: BookingId | Id<'complimentary' | 'invitation' | 'waiting'>;
  /** How often the link and its tickets were replaced; absent while they are the first. */
  readonly linkGeneration?: number;
}

/** What a signed link is good for: seeing the tickets, choosing what becomes of them after a postponement, confirming one version of that choice, having no reminder of an invitation, or paying for seats that were offered. */
export type LinkPurpose = 'link' | 'choice' | 'offer' | 'quiet' | `confirm-choice-${number}`;

const linkText = ({ id, linkGeneration = 0 }: Linked, purpose: LinkPurpose) => `${purpose}:${id}.${linkGeneration}`;

/** A key that tickets are signed with, or were. */
interface TicketKey {
  /** Its name in codes. */
  readonly id: string;
  readonly privateKey: KeyObject;
  /** The public key as its 32 raw bytes in base64url, for devices that verify codes offline. */
  readonly publicKey: string;
}

/**
 * Signs ticket codes, one per admission, and the capabilities that open a booking's ticket page without signing in. Ed25519
 * signatures are deterministic (RFC 8032), so codes are never stored: they are computed again from the ids. Codes and capabilities of
 * every key are accepted, so that a ticket that was printed stays good when the key changes.
 */
export class TicketSigner {
  private readonly keys: readonly TicketKey[];

  /** @param privateKeys Ed25519, base64 of PKCS 8 DER; the first signs */
  constructor(privateKeys: readonly string[]) {
    this.keys = privateKeys.map(ticketKey);
  }

  /** The keys of codes that are accepted, for devices that verify them offline. */
  get publicKeys(): { readonly id: string; readonly publicKey: string }[] {
    return this.keys.map(({ id, publicKey }) => ({ id, publicKey }));
  }

  /** Whether codes of the key with this name are accepted. */
  knows(keyId: string | undefined): boolean {
    return this.keys.some(({ id }) => id === keyId);
  }

  /** Text of a ticket's QR code: version, key, ticket, signature. */
  ticketCode(ticketId: TicketId): string {
    const key = this.signing;
    const stated = `T1.${key.id}.${ticketId.slice(3)}`;
    return `${stated}.${signature(key, `ticket:${stated}`)}`;
  }

  /** What stands for a ticket in the lists of doors: SHA-256 of its id, in base64url. Its 100 random bits cannot be found by trying. */
  ticketHash(ticketId: TicketId): string {
    return createHash('sha256').update(ticketId).digest('base64url');
  }

  /** The ticket of a code, or undefined when no key of ours made exactly this code. */
  ticketOf(code: string): TicketId | undefined {
    if (code.length > MAX_CODE_LENGTH) return undefined;
    const [version, keyId, tail, given, ...rest] = code.split('.');
    if (version !== 'T1' || !tail || !TICKET_ID_TAIL.test(tail) || !given || rest.length > 0) return undefined;
    return this.isSignature(keyId, `ticket:T1.${keyId}.${tail}`, given) ? (`tk_${tail}` as TicketId) : undefined;
  }

  /** `ref2`, the capability in a booking's or entry's link. It is signed with the link's generation, so that raising that ends it. */
  capability(linked: Linked, purpose: LinkPurpose = 'link'): string {
    return `C1.${this.signing.id}.${signature(this.signing, linkText(linked, purpose))}`;
  }

  /** The address of a page with the capability that opens it. @param page without its query */
  link(page: string, linked: Linked): string {
    return `${page}?ref=${linked.id}&ref2=${this.capability(linked)}`;
  }

  /** Whether `ref2` is the capability of this booking or entry in its present generation, for this purpose and no other. */
  opens(linked: Linked, ref2: string, purpose: LinkPurpose = 'link'): boolean {
    const [version, keyId, given, ...rest] = ref2.split('.');
    return version === 'C1' && given !== undefined && rest.length === 0 && this.isSignature(keyId, linkText(linked, purpose), given);
  }

  private get signing(): TicketKey {
    return this.keys[0]!;
  }

  /* Signs again and compares: that costs a third of verifying, and accepts only one encoding of a signature. */
  private isSignature(keyId: string | undefined, text: string, given: string): boolean {
    const bytes = Buffer.from(given);
    return this.keys.some((key) => {
      if (key.id !== keyId) return false;
      const right = Buffer.from(signature(key, text));
      return right.length === bytes.length && timingSafeEqual(right, bytes);
    });
  }
}

function ticketKey(base64: string): TicketKey {
  const privateKey = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const fingerprint = createHash('sha256').update(publicKey.export({ format: 'der', type: 'spki' }));
  return { id: fingerprint.digest('hex').slice(0, 4), privateKey, publicKey: publicKey.export({ format: 'jwk' }).x ?? '' };
}

function signature({ privateKey }: TicketKey, text: string): string {
  return sign(null, Buffer.from(text), privateKey).toString('base64url');
}
