import { describe, expect, it } from '@jest/globals';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import {
  acceptedKeysOf,
  keyIdsOf,
  KEY_PURPOSES,
  makeLinkKey,
  newRing,
  withRotatedKey,
  withoutOldest,
  type KeyPurpose,
  type KeyRings,
  type Ring,
} from './key-rings.ts';

const PURPOSES = Object.keys(KEY_PURPOSES) as KeyPurpose[];
const made = (): KeyRings => ({
  identityKeys: { gateway: newRing(makeKeyPair), 'svc-auth': newRing(makeKeyPair) },
  ticketKeys: newRing(makeKeyPair),
  accountLinkKeys: newRing(makeLinkKey),
  refundLinkKeys: newRing(makeLinkKey),
});
const ringsOf = ({ identityKeys, ...rest }: KeyRings): Ring<unknown>[] => [...Object.values(identityKeys), ...Object.values(rest)];

describe('a rotation of keys', () => {
  it.each(PURPOSES)('B9-515 of %s goes in steps between which processes of before and after accept each other', (purpose) => {
    const begun = made();
    const steps = [begun];
    for (const step of [withRotatedKey, withRotatedKey, withoutOldest]) steps.push(step(steps.at(-1)!, purpose));
    for (const [index, after] of steps.slice(1).entries()) {
      for (const [place, ring] of ringsOf(after).entries()) {
        const before = ringsOf(steps[index]!)[place]!;
        expect(acceptedKeysOf(ring)).toContain(before.keys[0]);
        expect(acceptedKeysOf(before)).toContain(ring.keys[0]);
      }
    }
    const [first, waits, signs, done] = steps.map((rings) => keyIdsOf(rings, purpose)) as [
      ReturnType<typeof keyIdsOf>,
      ...ReturnType<typeof keyIdsOf>[],
    ];
    expect(waits).toEqual({ signs: first.signs, accepted: [], next: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(signs).toEqual({ signs: waits!.next, accepted: [first.signs], next: undefined });
    expect(done).toEqual({ signs: waits!.next, accepted: [], next: undefined });
  });

  it.each(PURPOSES)('B9-515 of %s leaves every other key alone', (purpose) => {
    const begun = made();
    const after = withRotatedKey(begun, purpose);
    const changed = PURPOSES.filter((one) => keyIdsOf(after, one).next !== undefined);
    expect(changed).toEqual([purpose]);
    expect(ringsOf(after).filter((ring, place) => ring !== ringsOf(begun)[place])).toHaveLength(purpose === 'identity' ? 2 : 1);
  });

  it('never takes the last key out, and keeps no more than processes accept', () => {
    let rings = made();
    expect(() => withoutOldest(rings, 'tickets')).toThrow('There is one key of tickets, and it signs.');
    expect(() => withoutOldest(withRotatedKey(rings, 'tickets'), 'tickets')).toThrow('There is one key of tickets, and it signs.');
    for (let step = 0; step < 8; step += 1) rings = withRotatedKey(rings, 'tickets');
    expect(acceptedKeysOf(rings.ticketKeys)).toHaveLength(5);
    expect(() => withRotatedKey(rings, 'tickets')).toThrow('A process accepts 5 keys of a purpose.');
  });
});
