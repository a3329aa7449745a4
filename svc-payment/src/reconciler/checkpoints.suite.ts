import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OpenStore } from '../store.suite.ts';
import type { MongoCheckpoints } from './mongo-checkpoints.ts';

type Kept = Pick<MongoCheckpoints, 'read' | 'write'>;

/** What every store of checkpoints promises. */
export function checkpointsSuite(open: OpenStore<Kept>): void {
  describe('a store of checkpoints', () => {
    let checkpoints: Kept;
    const [early, late] = [new Date('2026-05-01T12:00:00.000Z'), new Date('2026-05-02T12:00:00.000Z')];

    beforeEach(async () => {
      checkpoints = (await open()).port;
    });

    it('remembers the moment of each name', async () => {
      expect(await checkpoints.read('notices')).toBeUndefined();
      await checkpoints.write('notices', early);
      await checkpoints.write('sweep', late);
      expect([await checkpoints.read('notices'), await checkpoints.read('sweep')]).toEqual([early, late]);
    });

    it('never goes back', async () => {
      await checkpoints.write('notices', early);
      await checkpoints.write('notices', late);
      await checkpoints.write('notices', early);
      expect(await checkpoints.read('notices')).toEqual(late);
    });
  });
}
