import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '@concert/machine-kit/rooms';
import { describe, expect, it } from '@jest/globals';
import { DRILLS } from './drills.ts';

describe('the control of each drill', () => {
  it.each(Object.entries(DRILLS))('B8-38 %s takes away code that its service has today, once', async (_name, { control }) => {
    const { file, code, into } = control;
    expect(into).not.toBe(code);
    expect((await readFile(path.join(ROOT, file), 'utf8')).split(code)).toHaveLength(2);
  });
});
