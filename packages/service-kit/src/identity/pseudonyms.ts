import { createHmac } from 'node:crypto';
import { networkOf } from './network-of.ts';

/** 132 bits: two of billions do not meet. */
const LENGTH = 22;

/**
 * Makes what stands for a network address or a mail address where it is counted or logged. There are few enough addresses to try them all,
 * so a plain hash would hide none: these hashes have a key, which is in no database and no log.
 */
export class Pseudonyms {
  constructor(private readonly key: string) {}

  /** The same for the same parts; the first says what it is for, so that those of two purposes do not match. */
  of(...parts: string[]): string {
    return createHmac('sha256', this.key).update(parts.join('\n')).digest('base64url').slice(0, LENGTH);
  }

  /** Where a request comes from, as logs name it: all addresses of its network alike. */
  ofSource(address: string): string {
    return this.of('log source', networkOf(address));
  }

  /** The account that somebody names, as logs name it. @param emailKey its address as it is compared */
  ofAccount(emailKey: string): string {
    return this.of('log account', emailKey);
  }
}
