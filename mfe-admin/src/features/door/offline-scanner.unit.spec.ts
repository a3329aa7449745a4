import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DoorState, ListedTicket, Scan, ScanResult } from '@concert/contracts/booking/door';
import { spokenCode } from '@concert/contracts/booking/ticket-code';
import { rehearse, type WaitingScan } from './door-list.ts';
import { LIST_PAUSE_MS, OfflineScanner } from './offline-scanner.ts';
import { oldMinutes } from './list-age.ts';
import type { EncryptedStore } from './encrypted-store.ts';

const KEY_ID = 'ab12';
const ticket = (number: number, over: Partial<ListedTicket> = {}): ListedTicket => ({
  ticketHash: hashOf(number),
  state: 'valid',
  seating: 'General Seating',
  number,
  of: 9,
  ...over,
});
const idOf = (number: number) => `tk_${String(number).padStart(20, '0')}`;
const hashOf = (number: number) => createHash('sha256').update(idOf(number)).digest('base64url');

let keys: CryptoKeyPair;
/** A key of before, where there is one. */
let before: CryptoKeyPair | undefined;
/** Why the server lets nobody in, where it says so. */
let closed: DoorState['concert']['closed'];
/** When the access of a helper ends, where one uses the device. */
let helperUntil: string | undefined;
/** Nobody is signed in any more. */
let signedOut: boolean;
let now: number;
let reachable: boolean;
let hears: boolean;
let listed: ListedTicket[];
let inside: Map<string, Scan>;
let stored: Map<string, string>;
/** Scans that the server knows as mistakes. */
let mistakes: Set<string>;
/** The server undoes nothing any more. */
let tooLate: boolean;

const base64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url');
async function codeOf(number: number, pair = keys, keyId = KEY_ID): Promise<string> {
  const stated = `T1.${keyId}.${idOf(number).slice(3)}`;
  return `${stated}.${base64url(await crypto.subtle.sign('Ed25519', pair.privateKey, Buffer.from(`ticket:${stated}`)))}`;
}

/** What the list waits for before it comes. */
let longList: Promise<unknown> | undefined;
/** What the device's store waits for before it answers. */
let slow: Promise<unknown> | undefined;

const store: EncryptedStore = {
  load: async <T>(name: string) => {
    await slow;
    return stored.has(name) ? (JSON.parse(stored.get(name)!) as T) : undefined;
  },
  has: (name) => Promise.resolve(stored.has(name)),
  save: (name, value) => Promise.resolve(void stored.set(name, JSON.stringify(value))),
  clear: () => Promise.resolve(stored.clear()),
};

const away = {
  ok: false as const,
  problem: { type: '', title: '', status: 0, detail: '', instance: '', code: 'network.unreachable', traceId: '' },
};
const nobody = { ok: false as const, problem: { ...away.problem, status: 401, code: 'request.session_required' } };

/** A server that lets each ticket in once, as the real one does. */
function decide(scan: Scan & { admittedOffline?: boolean }): ScanResult {
  const found = listed.find(({ number }) => scan.byName?.number === number || scan.code?.includes(idOf(number).slice(3)));
  if (!found) return { scanId: scan.scanId, outcome: 'refused', reason: 'unknown', conflict: false };
  const facts = { ticket: { seating: found.seating, number: found.number, of: found.of } };
  const admitted = inside.get(found.ticketHash);
  if (scan.undone && !(tooLate && admitted)) mistakes.add(scan.scanId);
  if (admitted && mistakes.has(admitted.scanId)) inside.delete(found.ticketHash);
  const first = inside.get(found.ticketHash);
  if (!first && mistakes.has(scan.scanId))
    return { scanId: scan.scanId, outcome: 'refused', reason: 'taken_back', conflict: false, ...facts };
  if (found.state === 'valid' && !first) inside.set(found.ticketHash, scan);
  if (found.state === 'valid' && (!first || first.scanId === scan.scanId))
    return { scanId: scan.scanId, outcome: 'admitted', conflict: false, ...facts };
  return {
    scanId: scan.scanId,
    outcome: 'refused',
    reason: found.state === 'valid' ? 'already_inside' : found.state,
    conflict: Boolean(scan.admittedOffline),
    ...facts,
  };
}

function scannerAt(): OfflineScanner {
  let count = 0;
  const published = async (id: string, { publicKey }: CryptoKeyPair) => ({
    id,
    publicKey: base64url(await crypto.subtle.exportKey('raw', publicKey)),
  });
  const signedBy = async () => [...(before ? [await published('0b1d', before)] : []), await published(KEY_ID, keys)];
  const api = {
    showDoor: () => {
      if (!reachable) return Promise.resolve(away);
      if (signedOut) return Promise.resolve(nobody);
      const value: DoorState = {
        concert: { title: '', startsAt: '', timeZone: 'UTC', dateText: '', state: 'open', ...(closed ? { closed } : {}) },
        inside: inside.size,
        expected: listed.length,
        conflicts: [],
        listMark: JSON.stringify(listed),
        ...(helperUntil ? { helperUntil } : {}),
      };
      return Promise.resolve({ ok: true as const, value });
    },
    showDoorList: async () => {
      await longList;
      return reachable
        ? {
            ok: true as const,
            value: {
              keys: await signedBy(),
              listMark: JSON.stringify(listed),
              items: listed.map((one) => ({
                ...one,
                ...(inside.has(one.ticketHash)
                  ? { insideAt: inside.get(one.ticketHash)!.scannedAt, insideDoor: inside.get(one.ticketHash)!.door }
                  : {}),
              })),
            },
          }
        : away;
    },
    scan: ({ body }: { body: { scans: Scan[] } }) => {
      if (!reachable) return Promise.resolve(away);
      if (signedOut) return Promise.resolve(nobody);
      const results = body.scans.map(decide);
      return Promise.resolve(hears ? { ok: true as const, value: { results, inside: inside.size } } : away);
    },
  };
  return new OfflineScanner({
    api: api as never,
    store,
    now: () => new Date(now),
    newId: () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
    onChange: () => undefined,
  });
}

async function scannerThatLooked(): Promise<OfflineScanner> {
  const scanner = scannerAt();
  await scanner.look();
  return scanner;
}

/** One that has its list, and no network from now on. */
async function scannerWithoutNetwork(): Promise<OfflineScanner> {
  const scanner = await scannerThatLooked();
  reachable = false;
  return scanner;
}

beforeEach(async () => {
  keys ??= await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  now = Date.parse('2027-07-03T22:00:00.000Z');
  before = undefined;
  closed = undefined;
  [helperUntil, signedOut, slow, longList] = [undefined, false, undefined, undefined];
  [reachable, hears] = [true, true];
  listed = [ticket(1), ticket(2), ticket(3, { state: 'refunded' }), ticket(4, { state: 'revoked' }), ticket(5, { state: 'replaced' })];
  inside = new Map();
  stored = new Map();
  [mistakes, tooLate] = [new Set(), false];
});

const brief = ({ admitted, reason, offline }: { admitted: boolean; reason?: string; offline: boolean }) => [
  admitted ? 'admitted' : reason,
  offline ? 'by the device' : 'by the server',
];

describe('a scanner', () => {
  it('asks the server while it is there', async () => {
    const scanner = await scannerThatLooked();
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['admitted', 'by the server']);
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['already_inside', 'by the server']);
    expect(scanner.state.waiting).toEqual([]);
  });

  it.each([
    ['while the concert is postponed', 'concert_postponed'],
    ['before the day', 'too_early'],
  ] as const)('B5-620 %s lets nobody in without network, as far as the server said so, and not longer', async (_, reason) => {
    closed = { reason, until: '2027-07-03T22:00:01.000Z' };
    const scanner = await scannerWithoutNetwork();
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual([reason, 'by the device']);
    expect(scanner.state.waiting).toEqual([]);
    now = Date.parse(closed.until!);
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['admitted', 'by the device']);
  });

  it('B5-503 decides by its own list without network: each ticket once, ended ones not, foreign and forged ones not', async () => {
    const scanner = await scannerWithoutNetwork();
    const forger = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const held = [
      [await codeOf(1), 'admitted'],
      [await codeOf(1), 'already_inside'],
      [spokenCode(await codeOf(2))!, 'admitted'],
      [await codeOf(3), 'refunded'],
      [await codeOf(4), 'revoked'],
      [await codeOf(5), 'replaced'],
      [await codeOf(2, forger), 'unknown'],
      [await codeOf(2, keys, 'ffff'), 'other_concert'],
      ['https://x.example/get-details?ref=bk_1&ref2=x', 'link'],
      ['junk', 'unknown'],
    ] as const;
    for (const [code, outcome] of held) expect(brief(await scanner.scan(code, 'Main'))).toEqual([outcome, 'by the device']);
    expect(scanner.state.waiting.map(({ ticketHash }) => ticketHash)).toEqual([hashOf(1), hashOf(2)]);
  });

  it('lets tickets of every key that is accepted in without network, each checked by its own', async () => {
    before = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const scanner = await scannerWithoutNetwork();
    for (const [code, outcome] of [
      [await codeOf(1, before, '0b1d'), 'admitted'],
      [await codeOf(2), 'admitted'],
      [await codeOf(7, keys, '0b1d'), 'unknown'],
      [await codeOf(8, before), 'unknown'],
      [await codeOf(9, before, 'ffff'), 'other_concert'],
    ] as const)
      expect(brief(await scanner.scan(code, 'Main'))).toEqual([outcome, 'by the device']);
  });

  it('lets a ticket in that was sold after the list was read, because its signature is good', async () => {
    const scanner = await scannerWithoutNetwork();
    expect(await scanner.scan(await codeOf(7), 'Main')).toMatchObject({ admitted: true, unlisted: true });
    expect(brief(await scanner.scan(spokenCode(await codeOf(8))!, 'Main'))).toEqual(['unknown', 'by the device']);
  });

  it('B5-503 sends what it decided once the server is back, and says where it was wrong', async () => {
    const [scanner, other] = [scannerAt(), scannerAt()];
    await scanner.look();
    await other.look();
    reachable = false;
    await scanner.scan(await codeOf(1), 'East');
    await scanner.scan(await codeOf(2), 'East');
    reachable = true;
    inside.set(hashOf(1), {
      scanId: 'someone else',
      code: '',
      scannedAt: new Date(now).toISOString(),
      door: 'West',
      admittedOffline: true,
    });
    const conflicts = await scanner.sync();
    expect(conflicts.map(({ reason }) => reason)).toEqual(['already_inside']);
    expect([scanner.state.waiting, inside.size, stored.get('waiting')]).toEqual([[], 2, '[]']);
    reachable = false;
    expect(brief(await scanner.scan(await codeOf(2), 'East'))).toEqual(['already_inside', 'by the device']);
  });

  it('a scan whose answer was lost is one admission: the server knows it by its id', async () => {
    const scanner = await scannerThatLooked();
    hears = false;
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['admitted', 'by the device']);
    hears = true;
    expect(await scanner.sync()).toEqual([]);
    expect([inside.size, scanner.state.waiting]).toEqual([1, []]);
  });

  it('keeps what was not sent on the device, through a reload without network', async () => {
    const scanner = await scannerWithoutNetwork();
    await scanner.scan(await codeOf(1), 'Main');
    const later = scannerAt();
    await later.resume();
    await later.look();
    expect(brief(await later.scan(await codeOf(1), 'Main'))).toEqual(['already_inside', 'by the device']);
    await later.forget();
    expect([later.state.list, stored.has('list'), (JSON.parse(stored.get('waiting')!) as WaitingScan[]).length]).toEqual([
      undefined,
      false,
      1,
    ]);
    reachable = true;
    await later.sync();
    expect(inside.size).toBe(1);
  });

  it('B5-621 opens without network with all it was told: a scan right after a restart waits for the list, and a closed evening stays closed', async () => {
    closed = { reason: 'concert_cancelled' };
    await scannerWithoutNetwork();
    const [first, later] = [scannerAt(), scannerAt()];
    const code = await codeOf(1);
    slow = new Promise((answers) => setImmediate(answers));
    void first.resume();
    expect(brief(await first.scan(code, 'Main'))).toEqual(['concert_cancelled', 'by the device']);
    stored.delete('told');
    slow = new Promise((answers) => setImmediate(answers));
    void later.resume();
    expect(brief(await later.scan(code, 'Main'))).toEqual(['admitted', 'by the device']);
  });

  it('B5-510 lets nobody in for a helper whose time is over, also without network, and deletes the list', async () => {
    helperUntil = '2027-07-03T23:00:00.000Z';
    const scanner = await scannerWithoutNetwork();
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['admitted', 'by the device']);
    now = Date.parse(helperUntil);
    const restarted = scannerAt();
    await restarted.resume();
    for (const device of [scanner, restarted])
      expect(brief(await device.scan(await codeOf(2), 'Main'))).toEqual(['access_ended', 'by the device']);
    expect([scanner.state.ended, scanner.state.list, stored.has('list'), stored.has('told')]).toEqual([true, undefined, false, false]);
    expect((JSON.parse(stored.get('waiting')!) as WaitingScan[]).length).toBe(1);
  });

  it('B5-510 lets nobody in for a helper whose link was taken back, from the next answer of the server on', async () => {
    helperUntil = '2027-07-04T10:00:00.000Z';
    const scanner = await scannerThatLooked();
    signedOut = true;
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['access_ended', 'by the device']);
    expect([scanner.state.ended, scanner.state.list]).toEqual([true, undefined]);
    signedOut = false;
    await scanner.look();
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['admitted', 'by the server']);
  });

  it('B5-512 says how old its list is once the server has not been heard for ten minutes', async () => {
    const scanner = await scannerWithoutNetwork();
    await scanner.look();
    expect([oldMinutes(scanner.state, now + 599_999), oldMinutes(scanner.state, now + 600_000)]).toEqual([undefined, 10]);
    const restarted = scannerAt();
    await restarted.resume();
    expect(oldMinutes(restarted.state, now + 660_000)).toBe(11);
    reachable = true;
    now += 700_000;
    await scanner.look();
    expect(oldMinutes(scanner.state, now + 700_000)).toBeUndefined();
  });

  it('B5-512 rehearses by the list and tells nobody: the tickets stay good, here and at the server', async () => {
    const scanner = await scannerThatLooked();
    const kept = [...stored];
    const shown = async (number: number, scans: readonly WaitingScan[]) =>
      rehearse(scanner.state.list, { scanId: '', code: await codeOf(number), scannedAt: '', door: 'Main' }, scans);
    const first = await shown(1, []);
    const again = await shown(1, first.scans);
    const ended = await shown(3, again.scans);
    expect([first, again, ended].map(({ verdict }) => [brief(verdict)[0], verdict.rehearsed])).toEqual([
      ['admitted', true],
      ['already_inside', true],
      ['refunded', true],
    ]);
    expect([scanner.state.waiting, inside.size, [...stored]]).toEqual([[], 0, kept]);
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['admitted', 'by the server']);
  });

  it('an organiser who is signed out goes on by the list, and loses nothing', async () => {
    const scanner = await scannerThatLooked();
    signedOut = true;
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['admitted', 'by the device']);
    expect([scanner.state.ended, scanner.state.waiting.length]).toEqual([false, 1]);
  });

  it('reads its list again when tickets came or ended, and not more often than every quarter of a minute', async () => {
    const scanner = await scannerThatLooked();
    listed = [ticket(1, { state: 'refunded' }), ...listed.slice(1)];
    await scanner.look();
    expect(scanner.state.list?.items[0]?.state).toBe('valid');
    now += LIST_PAUSE_MS;
    await scanner.look();
    expect(scanner.state.list?.items[0]?.state).toBe('refunded');
    const { list } = scanner.state;
    now += LIST_PAUSE_MS;
    await scanner.look();
    expect(scanner.state.list).toBe(list);
  });

  it('B5-516 hears how the evening stands while its list is still being read', async () => {
    const scanner = scannerAt();
    let come: (() => void) | undefined;
    longList = new Promise<void>((resolve) => (come = resolve));
    const first = scanner.look();
    await scanner.look();
    inside.set(hashOf(1), { scanId: '', code: '', scannedAt: '', door: 'West', admittedOffline: false });
    await scanner.look();
    expect([scanner.state.door?.inside, scanner.state.reading, scanner.state.list]).toEqual([1, true, undefined]);
    come!();
    await first;
    expect(scanner.state.list?.items).toHaveLength(5);
  });

  it('a clock that is a day behind decides nothing', async () => {
    const scanner = await scannerThatLooked();
    now -= 86_400_000;
    reachable = false;
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['admitted', 'by the device']);
    reachable = true;
    await scanner.sync();
    expect(inside.get(hashOf(1))!.scannedAt).toBe('2027-07-02T22:00:00.000Z');
  });

  const named = (...numbers: number[]) => ({
    name: 'Anna',
    tickets: numbers.map((number) => ({
      scanId: `00000000-0000-4000-8000-99999999999${number}`,
      byName: { holder: 'bk_anna' as never, number },
    })),
  });

  it('B5-616 lets a family in at once, and says who stayed outside; an undo takes back those it let in', async () => {
    const scanner = await scannerThatLooked();
    await scanner.scan(await codeOf(2), 'West');
    const verdict = await scanner.admit(named(1, 2), 'Main');
    expect(verdict).toMatchObject({ admitted: false, reason: 'already_inside', party: { name: 'Anna', of: 2, tickets: [{ number: 1 }] } });
    expect(brief(await scanner.undo(verdict.scans!))).toEqual(['undone', 'by the server']);
    expect([inside.has(hashOf(1)), inside.has(hashOf(2)), scanner.state.waiting]).toEqual([false, true, []]);
    tooLate = true;
    const { scans } = await scanner.scan(await codeOf(1), 'Main');
    expect(brief(await scanner.undo(scans!))).toEqual(['not_undone', 'by the server']);
    expect(inside.has(hashOf(1))).toBe(true);
  });

  it('B5-616 an undo without network goes with its scan: the ticket is good again at once, here and at the server, and no conflict', async () => {
    const scanner = await scannerWithoutNetwork();
    const { scans } = await scanner.scan(await codeOf(1), 'Main');
    expect(brief(await scanner.undo(scans!))).toEqual(['undone', 'by the device']);
    const again = await scanner.scan(await codeOf(1), 'Main');
    expect(brief(again)).toEqual(['admitted', 'by the device']);
    await scanner.undo(again.scans!);
    const restarted = scannerAt();
    await restarted.resume();
    reachable = true;
    expect(await restarted.sync()).toEqual([]);
    expect([inside.size, mistakes.size, restarted.state.waiting]).toEqual([0, 2, []]);
  });

  it('B5-616 an undo whose answer was lost, or whose scan came late, is sent until the server has it', async () => {
    const scanner = await scannerThatLooked();
    const { scans } = await scanner.scan(await codeOf(1), 'Main');
    hears = false;
    expect(brief(await scanner.undo(scans!))).toEqual(['undone_here', 'by the device']);
    hears = true;
    await scanner.look();
    expect([inside.size, scanner.state.waiting]).toEqual([0, []]);
    hears = false;
    const unheard = await scanner.scan(await codeOf(2), 'Main');
    expect(inside.size).toBe(1);
    hears = true;
    await scanner.look();
    expect(brief(await scanner.undo(unheard.scans!))).toEqual(['undone', 'by the server']);
    reachable = false;
    expect([inside.size, ...brief(await scanner.scan(await codeOf(2), 'Main'))]).toEqual([0, 'admitted', 'by the device']);
  });

  it('B5-622 lets a ticket in by name through the server alone: once, also when its answer was lost, and never by its own list', async () => {
    const scanner = await scannerThatLooked();
    const told = async (number: number) => {
      const { party, ...verdict } = await scanner.admit(named(number), 'Main');
      return [party?.name, ...brief(verdict)];
    };
    expect(await told(1)).toEqual(['Anna', 'admitted', 'by the server']);
    expect(brief(await scanner.scan(await codeOf(1), 'Main'))).toEqual(['already_inside', 'by the server']);
    hears = false;
    expect(await told(2)).toEqual(['Anna', 'needs_network', 'by the device']);
    [reachable, hears] = [false, true];
    expect(await told(2)).toEqual(['Anna', 'needs_network', 'by the device']);
    expect([scanner.state.waiting, stored.get('waiting')]).toEqual([[], undefined]);
    reachable = true;
    await scanner.look();
    expect(await told(2)).toEqual(['Anna', 'admitted', 'by the server']);
    [helperUntil, signedOut] = ['2027-07-04T10:00:00.000Z', false];
    await scanner.look();
    signedOut = true;
    expect(await told(3)).toEqual(['Anna', 'access_ended', 'by the device']);
  });

  it('decides nothing more once another tab has its place', async () => {
    const scanner = await scannerWithoutNetwork();
    await scanner.scan(await codeOf(1), 'Main');
    await scanner.close();
    expect(brief(await scanner.scan(await codeOf(2), 'Main'))).toEqual(['access_ended', 'by the device']);
    expect((JSON.parse(stored.get('waiting')!) as WaitingScan[]).length).toBe(1);
  });
});
