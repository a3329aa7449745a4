import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ledgerCollection } from './ledger.schema.ts';
import { MongoLedger } from './mongo-ledger.ts';

const ROOM = path.resolve(import.meta.dirname, '..');
/** All methods of a collection that change or remove documents. */
const CHANGES = /\.(update\w*|replace\w*|delete\w*|remove\w*|findOneAnd\w*|bulkWrite|save|drop\w*|rename\w*)\(/;

const sources = (readdirSync(ROOM, { recursive: true }) as string[]).filter(
  (file) => file.endsWith('.ts') && !/[.](spec|harness)[.]ts$/.test(file),
);

/** Files that can reach the collection, by its declaration or by its name. */
function reaching(): string[] {
  return sources.filter((file) => {
    const text = readFileSync(path.join(ROOM, file), 'utf8');
    return text.includes('ledgerCollection') || text.includes(`'${ledgerCollection.name}'`);
  });
}

describe('the ledger', () => {
  it('B3-505 is reached by one file, which only adds and reads', () => {
    // Where it is declared, where it is listed, and its one repository.
    const files = ['indexes.ts', 'ledger/ledger.schema.ts', 'ledger/mongo-ledger.ts'];
    expect(reaching()).toEqual(files);
    for (const file of files) {
      const text = readFileSync(path.join(ROOM, file), 'utf8');
      expect(CHANGES.exec(text)).toBeNull();
      expect(/ledgerCollection[.](on|driver)[(]/.test(text)).toBe(file === 'ledger/mongo-ledger.ts');
    }
    expect(
      Object.getOwnPropertyNames(MongoLedger.prototype)
        .filter((name) => !['constructor', 'entries', 'sums'].includes(name))
        .sort(),
    ).toEqual(['add', 'ofBooking', 'total', 'totals']);
  });

  it('is searched by a pattern that finds each way to change an entry', () => {
    for (const fault of ['.updateOne(', '.deleteMany(', '.findOneAndUpdate(', '.bulkWrite(', '.save(', '.drop('])
      expect(CHANGES.test(`collection${fault}{})`)).toBe(true);
  });
});
