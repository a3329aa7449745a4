import type { ListedTicket, ScanRefusal, Scan, ScanResult } from '@concert/contracts/booking/door';
import { ticketOfSpoken } from '@concert/contracts/booking/ticket-code';
import { checkSignature } from './signature.ts';
import { hashOf } from './ticket-hash.ts';

/** The tickets of the concert as this device keeps them for times without network. */
export interface DoorList {
  readonly keys: readonly { readonly id: string; readonly publicKey: string }[];
  readonly mark: string;
  /** When it was read, by the server's clock. */
  readonly readAt: string;
  readonly items: readonly ListedTicket[];
}

/** Tickets that were found by the name of their holder. Only the server lets them in; the id of a scan is made once, so that pressing again is no second scan. */
export interface FoundTickets {
  readonly name: string;
  readonly tickets: readonly Required<Pick<Scan, 'scanId' | 'byName'>>[];
}

/** A scan that this device decided by its own list, or sent without getting the answer. */
export type WaitingScan = Omit<Scan, 'admittedOffline'> & { readonly ticketHash?: string };

/** What is told about one code. */
export interface Verdict {
  readonly scanId: string;
  readonly admitted: boolean;
  readonly reason?: ScanRefusal | 'access_ended' | 'needs_network' | 'undone' | 'undone_here' | 'not_undone';
  readonly ticket?: NonNullable<ScanResult['ticket']>;
  /** The holder was found by name: whose tickets they are, how many were to be let in, and those that were. */
  readonly party?: { readonly name: string; readonly of: number; readonly tickets: readonly NonNullable<ScanResult['ticket']>[] };
  /** The scans by which somebody was let in, for an undo. */
  readonly scans?: readonly WaitingScan[];
  readonly inside?: { readonly at: string; readonly door: string; readonly byName?: true };
  /** Decided to try the door: it counts nowhere. */
  readonly rehearsed?: true;
  /** Decided without the server. */
  readonly offline: boolean;
  /** Genuine by its signature, but newer than the list: the server decides. */
  readonly unlisted?: boolean;
}

/** What a code itself says, before it is looked up. The ticket's id is only hashed, and never kept. */
export type ReadCode =
  | { readonly is: 'signed'; readonly ticketId: string; readonly keyId: string; readonly stated: string; readonly signature: string }
  | { readonly is: 'typed'; readonly ticketId: string }
  | { readonly is: 'link' }
  | { readonly is: 'unknown' };

/** What is told about a code, and the hash of its ticket if it is one. */
type Decision = Omit<Verdict, 'scanId' | 'offline'> & { readonly ticketHash?: string };

const SIGNED = /^T1\.([0-9a-f]{4})\.([0-9a-hjkmnp-tv-z]{20})\.([A-Za-z0-9_-]{86})$/;

/** Reads a code that was scanned, or typed by hand. */
export function readCode(text: string): ReadCode {
  const code = text.trim();
  const [, keyId, tail, signature] = SIGNED.exec(code) ?? [];
  if (keyId && tail && signature) return { is: 'signed', ticketId: `tk_${tail}`, keyId, stated: `ticket:T1.${keyId}.${tail}`, signature };
  const ticketId = ticketOfSpoken(code);
  if (ticketId) return { is: 'typed', ticketId };
  return { is: /[?&]ref=(bk|cp)_/.test(code) || /^(bk|cp)_/.test(code) ? 'link' : 'unknown' };
}

/** The server's answer to a scan, as the screen tells it. */
export function verdictOf({ scanId, outcome, reason, ticket, inside }: ScanResult): Verdict {
  return {
    scanId,
    admitted: outcome === 'admitted',
    offline: false,
    ...(reason ? { reason } : {}),
    ...(ticket ? { ticket } : {}),
    ...(inside ? { inside: { at: inside.at, door: inside.door, ...(inside.byName ? { byName: true } : {}) } } : {}),
  };
}

/** The server's answer to tickets that were found by name. */
export function partyVerdict(name: string, scans: readonly WaitingScan[], results: readonly ScanResult[]): Verdict {
  const isIn = ({ outcome }: ScanResult) => outcome === 'admitted';
  return {
    ...verdictOf(results.find((result) => !isIn(result)) ?? results[0]!),
    party: { name, of: scans.length, tickets: results.filter(isIn).flatMap(({ ticket }) => ticket ?? []) },
    scans: scans.filter((_, index) => isIn(results[index]!)),
  };
}

/** A verdict with what an undo of it sends. */
export const withUndo = (verdict: Verdict, scan: WaitingScan): Verdict => (verdict.admitted ? { ...verdict, scans: [scan] } : verdict);

/** A scan without what this device alone knows. */
export const asSent = ({ ticketHash: _ticketHash, ...scan }: WaitingScan) => scan;

/** The list once these scans were sent: their tickets are inside, but for those that were taken back. */
export function listAfter(list: DoorList, scans: readonly WaitingScan[], results: readonly ScanResult[]): DoorList {
  const sent = new Map(scans.map((scan, index) => [scan.ticketHash, { scan, isOut: results[index]?.reason === 'taken_back' }]));
  const marked = (item: ListedTicket): ListedTicket => {
    const of = sent.get(item.ticketHash);
    if (!of || (item.insideAt && !of.isOut)) return item;
    const { insideAt: _insideAt, insideDoor: _insideDoor, ...outside } = item;
    return of.isOut ? outside : { ...item, insideAt: of.scan.scannedAt, insideDoor: of.scan.door };
  };
  return { ...list, items: list.items.map(marked) };
}

/**
 * Decides by the device's own list. A code with a valid signature that the list does not know is a ticket sold since: it is admitted, and
 * the server is told. Who is inside is known from the list and from what this device decided since.
 */
export async function decideOffline(read: ReadCode, list: DoorList | undefined, waiting: readonly WaitingScan[]): Promise<Decision> {
  const refused = (reason: ScanRefusal) => ({ admitted: false, reason });
  if (read.is === 'link') return refused('link');
  if (read.is === 'unknown' || !list) return refused('unknown');
  const key = read.is === 'signed' ? list.keys.find(({ id }) => id === read.keyId) : undefined;
  if (read.is === 'signed' && !key) return refused('other_concert');
  const good = read.is === 'signed' && key ? await checkSignature(key.publicKey, read.stated, read.signature) : undefined;
  if (good === false) return refused('unknown');
  const ticketHash = await hashOf(read.ticketId);
  const listed = list.items.find((item) => item.ticketHash === ticketHash);
  const ticket = listed
    ? {
        ticket: {
          seating: listed.seating,
          number: listed.number,
          of: listed.of,
          ...(listed.disputed ? { disputed: listed.disputed } : {}),
        },
      }
    : {};
  const before = waiting.find((scan) => scan.ticketHash === ticketHash && !scan.undone);
  if (before)
    return {
      ...refused('already_inside'),
      ...ticket,
      inside: { at: before.scannedAt, door: before.door },
    };
  if (!listed) return good ? { admitted: true, unlisted: true, ticketHash } : refused('unknown');
  if (listed.state !== 'valid') return { ...refused(listed.state), ...ticket };
  if (listed.insideAt) return { ...refused('already_inside'), ...ticket, inside: { at: listed.insideAt, door: listed.insideDoor ?? '' } };
  return { admitted: true, ticketHash, ...ticket };
}

/**
 * Decides about a scan by the list alone, to try the door: nothing is sent, stored or counted.
 * @param before what was shown in this rehearsal, so that a ticket that comes twice is told
 */
export async function rehearse(
  list: DoorList | undefined,
  scan: WaitingScan,
  before: readonly WaitingScan[],
): Promise<{ readonly verdict: Verdict; readonly scans: readonly WaitingScan[] }> {
  const { ticketHash, ...decided } = await decideOffline(readCode(scan.code ?? ''), list, before);
  const verdict: Verdict = { scanId: scan.scanId, offline: true, rehearsed: true, ...decided };
  return { verdict, scans: decided.admitted && ticketHash ? [...before, { ...scan, ticketHash }] : before };
}
