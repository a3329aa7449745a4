import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LEDGER_KINDS, LEDGER_SIGN } from './ledger.ts';
import { LEDGER_COLLECTION, MongoLedger } from './mongo-ledger.ts';

const ROOM = path.resolve(import.meta.dirname, '..');
/** Whatever a collection offers to change or remove what is there. */
const CHANGES = /\.(update\w*|replace\w*|delete\w*|remove\w*|findOneAnd\w*|bulkWrite|drop\w*|rename\w*)\(/;

const sources = (readdirSync(ROOM, { recursive: true }) as string[]).filter(
  (file) => file.endsWith('.ts') && !/[.](spec|harness)[.]ts$/.test(file),
);

/** Files that could reach the collection, by the constant or by its name. */
function reaching(): string[] {
  return sources.filter((file) => {
    const text = readFileSync(path.join(ROOM, file), 'utf8');
    return text.includes('LEDGER_COLLECTION') || text.includes(`'${LEDGER_COLLECTION}'`);
  });
}

describe('the ledger', () => {
  it('B3-05 is reached by one file, which only adds and reads', () => {
    expect(reaching()).toEqual(['ledger/mongo-ledger.ts']);
    expect(CHANGES.exec(readFileSync(path.join(ROOM, 'ledger/mongo-ledger.ts'), 'utf8'))).toBeNull();
    expect(
      Object.getOwnPropertyNames(MongoLedger.prototype)
        .filter((name) => name !== 'constructor' && name !== 'collection')
        .sort(),
    ).toEqual(['add', 'ofBooking', 'totals']);
  });

  it('would be caught changing an entry', () => {
    for (const fault of ['.updateOne(', '.deleteMany(', '.findOneAndUpdate(', '.bulkWrite(', '.drop('])
      expect(CHANGES.test(`collection${fault}{})`)).toBe(true);
  });

  it('knows of every kind whether money came or went', () => {
    expect(LEDGER_KINDS.map((kind) => [kind, LEDGER_SIGN[kind]])).toEqual([
      ['captured', 1],
      ['refunded', -1],
      ['refund_reversed', 1],
      ['disputed', -1],
      ['dispute_reversed', 1],
    ]);
  });
});
