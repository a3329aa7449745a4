import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const sources = globSync(['shell/src/**/*.{ts,tsx}', 'mfe-*/src/**/*.{ts,tsx}', 'packages/{web-kit,design-system}/src/**/*.{ts,tsx}'], {
  cwd: root,
}).filter((file) => !/[.](spec|suite|harness)[.]tsx?$/.test(file));
const inSources = (pattern: RegExp) =>
  sources
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map((found) => ({ file, found: found[1] ?? found[2] ?? found[0] })),
    )
    .sort((a, b) => (a.found < b.found ? -1 : 1));

/*
 * A call of the specification waits as long as the browser does, but for those of refunds. What nobody specified may have a
 * limit of its own: a door decides without network after one, and questions that read the whole provider end after another. The service
 * worker of a page that opens without network answers no call: it waits for files; the decoder at the door waits for the browser's reader of codes.
 */
const LIMITED = {
  refunds: ['sendRefundIssued', 'sendRefundLink', 'triggerRefund'],
  beyondTheSpecification: ['dryRunCancellation', 'lookUpHolders', 'scan', 'showDoor', 'showDoorList', 'startCancellationRun'],
};

describe('how long a browser waits for an answer', () => {
  it('S9-25 is limited for these calls and for no other', () => {
    expect(sources.length).toBeGreaterThan(100);
    // By a client's method, or by a hook that is given the route.
    const calls = inSources(/(?:use(?:Act|Route|Pages)\(\w+\.(\w+),|\.(\w+)\()[^;]*?timeoutMs:/g).map(({ found }) => found);
    expect([...new Set(calls)]).toEqual([...LIMITED.refunds, ...LIMITED.beyondTheSpecification].sort());
    expect(calls).toHaveLength(inSources(/timeoutMs:/g).length);
  });

  it('S9-25 is limited by no other means', () => {
    expect(inSources(/AbortSignal\.timeout|Promise\.race/g)).toEqual([
      { file: 'packages/web-kit/src/api-client.ts', found: 'AbortSignal.timeout' },
      { file: 'mfe-admin/src/features/door/decoder.ts', found: 'Promise.race' },
      { file: 'shell/src/offline/offline-worker.ts', found: 'Promise.race' },
    ]);
  });
});
