import { readFileSync } from 'node:fs';
import { contrast } from '@concert/design-system/contrast.ts';
import { expect, it } from '@jest/globals';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

it('B3-536 the words on the film of the home page have 4.5 to 1, were it white behind its shade', () => {
  const [, shade = '', opacity] = /linear-gradient\(\s*90deg,\s*rgb\((\d+ \d+ \d+) \/ ([\d.]+)\)/.exec(read('./hero.module.css')) ?? [];
  const white = 255 * (1 - Number(opacity));
  const behind = shade.split(' ').map((part) => Math.round(Number(part) * Number(opacity) + white));
  const ground = `#${behind.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  const tokens = read('../../../../packages/design-system/src/tokens.css');
  const night = tokens.slice(tokens.indexOf("[data-ground='night']"));
  const colour = (name: string, css: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1] ?? '';
  for (const words of [colour('ink', night), colour('ink-quiet', night), colour('accent', tokens)])
    expect([words, contrast(words, ground) >= 4.5]).toEqual([words, true]);
});
