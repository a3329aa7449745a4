import type { Identity } from '@concert/contracts/core/identity';
import { idFromBytes, type IdKind } from '@concert/contracts/core/ids';

/** The id of a kind that stands for a number: another for each, and the same in every run. */
export function numberedId<K extends IdKind>(kind: K, number: number) {
  const bytes = new Uint8Array(17);
  new DataView(bytes.buffer).setUint32(0, number);
  return idFromBytes(kind, bytes);
}

/** Somebody who stands for a number and has just signed in, by the real clock, which access guards go by. */
export function numberedPerson(number: number, over: Partial<Identity> = {}): Identity {
  return {
    userId: numberedId('user', number),
    email: `person${number}@example.org`,
    name: `Person ${number}`,
    role: 'buyer',
    sessionId: numberedId('session', number),
    signedInAt: new Date().toISOString(),
    ...over,
  };
}
