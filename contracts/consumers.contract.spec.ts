import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { authFacts } from './auth/events.ts';
import { bookingFacts } from './booking/events.ts';
import type { FactKind } from './core/envelope.ts';
import { notifyFacts } from './notify/events.ts';
import { paymentFacts } from './payment/events.ts';

const root = path.join(import.meta.dirname, '..');
const FACTS: readonly FactKind[] = [...authFacts, ...bookingFacts, ...notifyFacts, ...paymentFacts];

/** `svc-x.purpose fact` for every handler in the services' sources. */
function handlers(): string[] {
  const modules = new Map(globSync('contracts/*/*.ts', { cwd: root }).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const typeOf = (constant: string) => {
    for (const text of modules.values()) {
      const found = new RegExp(`export const ${constant} = defineFact\\(\\s*'([^']+)'`).exec(text);
      if (found) return found[1];
    }
    return constant;
  };
  return globSync('svc-*/src/**/*.handler.ts', { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const constant = (name: string) => new RegExp(`const ${name} = '([^']+)'`).exec(text)?.[1] ?? name;
    return [...text.matchAll(/@OnFact\((\w+), (?:'([^']+)'|(\w+))\)/g)].map(
      ([, fact = '', purpose, named = '']) => `${file.split('/')[0]}.${purpose ?? constant(named)} ${typeOf(fact)}`,
    );
  });
}

describe('the consumers that facts name', () => {
  it('are exactly the queues that services listen to, so that each queue is there before a fact is first told', () => {
    const named = FACTS.flatMap(({ type, consumedBy }) => consumedBy.map((consumer) => `${consumer} ${type}`));
    expect(named.length).toBeGreaterThan(10);
    expect(named.sort()).toEqual(handlers().sort());
  });

  it('are at least one for each fact: one that nobody hears would still be stored, published and marked', () => {
    expect(FACTS.filter(({ consumedBy }) => consumedBy.length === 0).map(({ type }) => type)).toEqual([]);
  });
});
