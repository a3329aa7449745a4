import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compileServers } from '@concert/machine-kit/build';
import { ROOT } from '@concert/machine-kit/rooms';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DRILLS } from './drills.ts';

describe('the control of each drill', () => {
  beforeAll(() => compileServers(), 300_000);

  it.each(Object.entries(DRILLS))(
    'B8-533 %s takes away code that is compiled from the source of today, once',
    async (_name, { control }) => {
      const { file, code, into } = control;
      const compiled = path.join(ROOT, file.replace('/src/', '/dist/').replace(/ts$/, 'js'));
      expect((await readFile(compiled, 'utf8')).split(code)).toHaveLength(2);
      expect(into).not.toBe(code);
    },
  );
});
