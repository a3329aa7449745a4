import { describe, expect, it } from '@jest/globals';
import { cacheControlOf } from './cache-rules.ts';

describe('how long files are kept', () => {
  it.each([
    ['main.1a2b3c4d.js', 'immutable'],
    ['140.d2b9380d.js.map', 'immutable'],
    ['fonts/yrsa.0011aabb.woff2', 'immutable'],
    ['remoteEntry.1a2b3c4d.js', 'immutable'],
    ['index.html', 'no-cache'],
    ['favicon.svg', 'no-cache'],
    ['main.js', 'no-cache'],
    ['mf-manifest.json', 'no-store'],
    ['mf-stats.json', 'no-store'],
  ])('%s: %s', (name, words) => {
    expect(cacheControlOf(name)).toContain(words);
  });
});
