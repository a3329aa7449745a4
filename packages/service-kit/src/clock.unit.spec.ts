import { ID_BYTES, idFromBytes, type IdKind } from '@concert/contracts/core/ids';
import { expect, it } from '@jest/globals';
import { randomIds, systemClock } from './clock.ts';

const minuteOf = (kind: IdKind, at: Date) => idFromBytes(kind, new Uint8Array(ID_BYTES), at).slice(0, 7);

it.each(['booking', 'mail', 'refund'] as const)('B2-65 a new id of kind %s begins with the present minute', (kind) => {
  const before = systemClock.now();
  const ids = Array.from({ length: 50 }, () => randomIds.next(kind));
  const allowed = [minuteOf(kind, before), minuteOf(kind, systemClock.now())];
  for (const id of ids) expect(allowed).toContain(id.slice(0, 7));
  expect(new Set(ids).size).toBe(50);
});
