import { describe, expect, it } from '@jest/globals';
import { Rows } from './rows.ts';

const MANY = 1_000;
const idsOf = (rows: Iterable<{ id: string }>) => [...rows].map(({ id }) => id);
const numbered = (count: number) => new Rows(Array.from({ length: count }, (_, index) => ({ id: String(index), created: index })));

describe('rows', () => {
  it('are walked from any place in either direction', () => {
    const rows = numbered(5);
    expect(idsOf(rows.newestFirst())).toEqual(['4', '3', '2', '1', '0']);
    expect(idsOf(rows.newestFirst(rows.placeOf('3')))).toEqual(['2', '1', '0']);
    expect(idsOf(rows.between(rows.placeOf('1')!))).toEqual(['2', '3', '4']);
    expect(idsOf(rows.between(rows.placeOf('1')!, rows.placeOf('4')))).toEqual(['2', '3']);
  });

  it('keep their place when they change, and leave it when they are removed', () => {
    const rows = numbered(3);
    rows.put({ id: '1', created: 9 });
    expect([...rows.newestFirst()][1]).toEqual({ id: '1', created: 9 });
    expect([rows.remove('1'), rows.remove('1'), rows.placeOf('1'), rows.size]).toEqual([true, false, undefined, 2]);
    expect(idsOf(rows.newestFirst())).toEqual(['2', '0']);
    rows.put({ id: '1', created: 1 });
    expect(idsOf(rows.oldestFirst())).toEqual(['0', '2', '1']);
  });

  it('end a walk where all others were made earlier, not at one that was made while the clock was behind', () => {
    const rows = new Rows([10, 50, 20, 60].map((created) => ({ id: String(created), created })));
    expect(idsOf(rows.newestFirst(Infinity, 40))).toEqual(['60', '20', '50']);
  });

  it('may be removed while they are walked, and their gaps are closed', () => {
    const rows = numbered(MANY);
    const seen: string[] = [];
    for (const { id } of rows.newestFirst()) {
      seen.push(id);
      rows.remove(id);
      rows.remove(String(Number(id) - 1));
    }
    expect(seen).toHaveLength(MANY / 2);
    expect(idsOf(rows.newestFirst())).toEqual([]);
    rows.put({ id: 'next', created: 0 });
    expect(idsOf(rows.newestFirst())).toEqual(['next']);
  });

  it('that are packed are copies: what somebody does to a row they put or got changes nothing', () => {
    const rows = new Rows<{ id: string; object: { paid: boolean } }>([], { packed: true });
    const event = { id: 'event', object: { paid: true } };
    rows.put(event);
    event.object.paid = false;
    rows.get('event')!.object.paid = false;
    expect([rows.get('event'), ...rows.newestFirst(), ...rows.oldestFirst()]).toEqual(
      Array(3).fill({ id: 'event', object: { paid: true } }),
    );
  });
});
