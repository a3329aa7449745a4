import { describe, expect, it } from '@jest/globals';
import { Copies, Copy, MAX_UNDER_WAY, SILENT_MS } from './copies.ts';
import { findCopies } from './find-copies.ts';

function three() {
  const clock = { now: 0 };
  const all = ['a', 'b', 'c'].map((name) => new Copy(`http://${name}`, name));
  for (const copy of all) copy.ready = true;
  const copies = new Copies(all, () => clock.now);
  const begin = (copy: Copy, times = 1) => Array.from({ length: times }, () => copy.began(clock.now));
  return { clock, copies, begin, all: all as [Copy, Copy, Copy], chosen: () => copies.choose().host };
}

describe('B8-18 of the copies of a service', () => {
  it('the first gets all, until it has as much under way as is good', () => {
    const { begin, chosen, all } = three();
    begin(all[0], MAX_UNDER_WAY - 1);
    expect(chosen()).toBe('a');
    begin(all[0]);
    expect(chosen()).toBe('b');
    all[0].ended();
    expect(chosen()).toBe('a');
  });

  it('the one with least under way is chosen when all have enough', () => {
    const { begin, chosen, all } = three();
    begin(all[0], MAX_UNDER_WAY + 2);
    begin(all[1], MAX_UNDER_WAY);
    begin(all[2], MAX_UNDER_WAY + 1);
    expect(chosen()).toBe('b');
  });

  it('one that is not ready gets none', () => {
    const { chosen, all } = three();
    all[0].ready = false;
    expect(chosen()).toBe('b');
    all[0].ready = true;
    expect(chosen()).toBe('a');
  });

  it('one that owes answers and says nothing is passed over until it speaks', () => {
    const { clock, begin, chosen, all } = three();
    clock.now = 60_000;
    begin(all[0]);
    clock.now += SILENT_MS - 1;
    begin(all[0]);
    expect(chosen()).toBe('a');
    clock.now += 1;
    expect(chosen()).toBe('b');
    all[0].spoke(clock.now);
    expect(chosen()).toBe('a');
  });

  it('the first that is ready is asked when all are silent, and the first of all when none is ready', () => {
    const { clock, begin, chosen, all } = three();
    for (const copy of all) begin(copy);
    clock.now = SILENT_MS;
    all[0].ready = false;
    expect(chosen()).toBe('b');
    for (const copy of all) copy.ready = false;
    expect(chosen()).toBe('a');
  });

  it('those that stay keep what is known of them', () => {
    const { copies, all } = three();
    all[1].began(0);
    expect(copies.become([new Copy('http://b', 'b'), new Copy('http://d', 'd')])).toBe(true);
    expect(copies.all[0]).toBe(all[1]);
    expect(copies.all.map(({ host, ready }) => [host, ready])).toEqual([
      ['b', true],
      ['d', false],
    ]);
    expect(copies.become([new Copy('http://d', 'd'), new Copy('http://b', 'b')])).toBe(false);
  });
});

describe('the copies behind addresses', () => {
  const found = async (urls: string[], addresses: string[]) =>
    (await findCopies(urls, () => Promise.resolve(addresses))).map(({ origin, host }) => [origin, host]);

  it('are one for each address of a name, in the same order everywhere, and keep the name', async () => {
    const expected = [
      ['https://10.0.0.2:8080', 'svc-booking:8080'],
      ['https://10.0.0.7:8080', 'svc-booking:8080'],
    ];
    expect(await found(['https://svc-booking:8080/x'], ['10.0.0.7', '10.0.0.2'])).toEqual(expected);
    expect(await found(['http://svc-booking'], ['fd00::2', 'fd00::1'])).toEqual([
      ['http://[fd00::1]', 'svc-booking'],
      ['http://[fd00::2]', 'svc-booking'],
    ]);
  });

  it('are the name itself where it has one address, and each address that is given', async () => {
    expect(await found(['http://svc-booking:8080'], ['10.0.0.7'])).toEqual([['http://svc-booking:8080', 'svc-booking:8080']]);
    expect(await found(['http://127.0.0.1:1', 'http://[::1]:2'], [])).toEqual([
      ['http://127.0.0.1:1', '127.0.0.1:1'],
      ['http://[::1]:2', '[::1]:2'],
    ]);
  });
});
