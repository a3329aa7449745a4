import { MAX_SCANS_TOGETHER, type doorRoutes, type ScanResult } from '@concert/contracts/booking/door';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { Client } from '@concert/web-kit/api-client.ts';
import {
  asSent,
  decideOffline,
  listAfter,
  partyVerdict,
  readCode,
  verdictOf,
  withUndo,
  type DoorList,
  type FoundTickets,
  type Verdict,
  type WaitingScan,
} from './door-list.ts';
import { closedFor, INITIAL_STATE, type ScannerState } from './scanner-state.ts';
import type { EncryptedStore } from './encrypted-store.ts';

/** How long a scan waits for the server before the device decides by its list. A queue is waiting. */
export const SCAN_PATIENCE_MS = 2_500;
const CALL_MS = 10_000;
/** How long to wait before the list is read again. */
export const LIST_PAUSE_MS = 15_000;

/** What the server told last, as the device stores it. */
type ToldState = Required<Pick<ScannerState, 'door' | 'asOf'>>;

export interface ScannerParts {
  readonly api: Pick<Client<typeof doorRoutes>, 'scan' | 'showDoor' | 'showDoorList'>;
  readonly store: EncryptedStore;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly onChange: (state: ScannerState) => void;
}

/** A device at a door: asks the server, decides by its own list while the server is away, and keeps what it decided until it is sent. */
export class OfflineScanner {
  #state: ScannerState = INITIAL_STATE;
  readonly #parts: ScannerParts;
  #insideAtReading = -1;
  #asking = false;
  #syncing = false;
  #resumed: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(parts: ScannerParts) {
    this.#parts = parts;
  }

  get state(): ScannerState {
    return this.#state;
  }

  /** Loads what an earlier visit left on the device. A scan waits for it. */
  resume(): Promise<void> {
    return (this.#resumed ??= this.#resume());
  }

  async #resume(): Promise<void> {
    const { store } = this.#parts;
    const [list, waiting, told] = await Promise.all([
      store.load<DoorList>('list'),
      store.load<WaitingScan[]>('waiting'),
      store.load<ToldState>('told'),
    ]).catch(() => [undefined, undefined, undefined]);
    // What was scanned before the device's store was read comes first.
    this.#set({
      ...(list && !this.#state.list ? { list } : {}),
      ...(told && !this.#state.door ? told : {}),
      waiting: [
        ...(waiting ?? []).filter(({ scanId }) => !this.#state.waiting.some((known) => known.scanId === scanId)),
        ...this.#state.waiting,
      ],
    });
  }

  /** Asks the server for the state, sends what waits, and renews the list when it is old. Does nothing while an answer is awaited. */
  async look(signal?: AbortSignal): Promise<void> {
    if (this.#asking) return;
    if (this.#isOver()) await this.#end();
    this.#asking = true;
    const asked = this.#parts.api.showDoor({}, { timeoutMs: CALL_MS, ...(signal ? { signal } : {}) });
    const result = await asked.finally(() => (this.#asking = false));
    if (signal?.aborted) return;
    if (!result.ok) return this.#missed(result.problem);
    const told: ToldState = { door: result.value, asOf: this.#parts.now().toISOString() };
    this.#set({ reach: 'online', forbidden: false, ended: false, ...told });
    await this.#keep('told', told);
    await this.sync();
    const { list } = this.#state;
    const old = !list || this.#parts.now().getTime() - Date.parse(list.readAt) >= LIST_PAUSE_MS;
    const changed = !list || list.mark !== result.value.listMark || this.#insideAtReading !== result.value.inside;
    if (old && changed) await this.read(signal);
  }

  /** Reads the whole list. */
  async read(signal?: AbortSignal): Promise<void> {
    if (this.#state.reading) return;
    this.#set({ reading: true });
    const inside = this.#state.door?.inside ?? -1;
    const read = await this.#parts.api.showDoorList({}, { timeoutMs: CALL_MS, ...(signal ? { signal } : {}) });
    if (!read.ok) {
      this.#set({ reading: false });
      return signal?.aborted ? undefined : this.#missed(read.problem);
    }
    const { keys, listMark: mark, items } = read.value;
    const list: DoorList = { keys, mark, readAt: this.#parts.now().toISOString(), items };
    this.#insideAtReading = inside;
    this.#set({ reading: false, list });
    await this.#keep('list', list);
  }

  /** Decides about a code: by the server, or by the list when the server does not answer in time. */
  scan(code: string, door: string): Promise<Verdict> {
    return this.#decided(this.#check(code, door));
  }

  /** Lets in tickets that were found by the name of their holder: by the server alone, because this device does not know whose tickets its list has. */
  admit(found: FoundTickets, door: string): Promise<Verdict> {
    return this.#decided(this.#admit(found, door));
  }

  /** Takes back what was let in by mistake: told to the server now, or with whatever waits. */
  undo(scans: readonly WaitingScan[]): Promise<Verdict> {
    return this.#decided(this.#undo(scans.map((scan) => ({ ...scan, undone: true }))));
  }

  #decided(verdict: Promise<Verdict>): Promise<Verdict> {
    this.#last = verdict.catch(() => undefined);
    return verdict;
  }

  async #admit({ name, tickets }: FoundTickets, door: string): Promise<Verdict> {
    const scans = tickets.map((ticket) => ({ ...ticket, scannedAt: this.#parts.now().toISOString(), door }));
    const [first] = scans as [WaitingScan];
    const results = await this.#ask(scans);
    if (!results) {
      const reason = this.#state.ended ? 'access_ended' : 'needs_network';
      return { scanId: first.scanId, admitted: false, reason, offline: true, party: { name, of: scans.length, tickets: [] } };
    }
    return partyVerdict(name, scans, results);
  }

  async #undo(scans: readonly WaitingScan[]): Promise<Verdict> {
    const ids = new Set(scans.map(({ scanId }) => scanId));
    const others = this.#state.waiting.filter(({ scanId }) => !ids.has(scanId));
    const wasSent = this.#state.waiting.length - others.length < scans.length;
    // Kept first: an undo is not lost with its page.
    this.#set({ waiting: [...others, ...scans] });
    await this.#keep('waiting', this.#state.waiting);
    const results = await this.#ask(scans);
    if (results) await this.#settle(scans, results);
    const stands = results?.some(({ outcome }) => outcome === 'admitted');
    const reason = stands ? 'not_undone' : results || !wasSent ? 'undone' : 'undone_here';
    return { scanId: `undo ${scans[0]!.scanId}`, admitted: false, offline: !results, reason };
  }

  /* What the server decided; undefined when it cannot be asked or does not answer in time. */
  async #ask(scans: readonly WaitingScan[]): Promise<ScanResult[] | undefined> {
    if (this.#state.reach === 'offline') return undefined;
    const result = await this.#parts.api.scan({ body: { scans: scans.map(asSent) } }, { timeoutMs: SCAN_PATIENCE_MS });
    if (result.ok) {
      this.#set({ reach: 'online', ...(this.#state.door ? { door: { ...this.#state.door, inside: result.value.inside } } : {}) });
      return result.value.results;
    }
    if (result.problem.code === 'request.invalid')
      return scans.map(({ scanId }) => ({ scanId, outcome: 'refused', reason: 'unknown', conflict: false }));
    this.#missed(result.problem);
    return undefined;
  }

  /* Notes what the server knows now. */
  async #settle(scans: readonly WaitingScan[], results: readonly ScanResult[]): Promise<void> {
    const { list, waiting } = this.#state;
    this.#set({
      waiting: waiting.filter((scan) => !scans.includes(scan)),
      ...(list ? { list: listAfter(list, scans, results) } : {}),
    });
    await this.#keep('waiting', this.#state.waiting);
  }

  async #check(code: string, door: string): Promise<Verdict> {
    await this.#resumed;
    const scanId = this.#parts.newId();
    const scannedAt = this.#parts.now().toISOString();
    const refused = (reason: NonNullable<Verdict['reason']>) => ({ scanId, admitted: false, reason, offline: true });
    const scan = { scanId, code, scannedAt, door };
    const [asked] = (await this.#ask([scan])) ?? [];
    if (asked) return withUndo(verdictOf(asked), scan);
    if (this.#isOver()) await this.#end();
    // Another tab has the store from now on: what is decided here would be lost.
    if (this.#state.ended || this.#closed) return refused('access_ended');
    const closed = closedFor(this.#state, scannedAt);
    if (closed) return refused(closed);
    const { ticketHash, ...decided } = await decideOffline(readCode(code), this.#state.list, this.#state.waiting);
    if (decided.admitted && ticketHash) {
      // The same scan id as in the call without an answer: if the server received it, this is no second admission.
      this.#set({ waiting: [...this.#state.waiting, { ...scan, ticketHash }] });
      await this.#keep('waiting', this.#state.waiting);
    }
    return withUndo({ scanId, offline: true, ...decided }, { ...scan, ...(ticketHash ? { ticketHash } : {}) });
  }

  /** Ends the work of this tab, so that another one can go on from the device's store. Resolves once the last scan is decided. */
  async close(): Promise<void> {
    await this.#last;
    this.#closed = true;
    await this.#last;
  }

  /** Sends what this device decided by itself. @returns what the server would have decided otherwise */
  async sync(): Promise<ScanResult[]> {
    if (this.#syncing) return [];
    this.#syncing = true;
    const conflicts: ScanResult[] = [];
    try {
      while (this.#state.waiting.length > 0) {
        const batch = this.#state.waiting.slice(0, MAX_SCANS_TOGETHER);
        const scans = batch.map((scan) => ({ ...asSent(scan), admittedOffline: !scan.byName }));
        const result = await this.#parts.api.scan({ body: { scans } }, { timeoutMs: CALL_MS });
        if (!result.ok) {
          this.#missed(result.problem);
          break;
        }
        conflicts.push(...result.value.results.filter(({ conflict }) => conflict));
        const { door } = this.#state;
        if (door) this.#set({ door: { ...door, inside: result.value.inside } });
        await this.#settle(batch, result.value.results);
      }
      if (conflicts.length > 0) {
        const state = await this.#parts.api.showDoor({}, { timeoutMs: CALL_MS });
        if (state.ok) this.#set({ door: state.value });
      }
      return conflicts;
    } finally {
      this.#syncing = false;
    }
  }

  /** Deletes the list on this device. What waits to be sent is kept until the server has it. */
  async forget(): Promise<void> {
    const { list: _list, ...rest } = this.#state;
    this.#state = rest;
    this.#parts.onChange(rest);
    await this.#parts.store.clear().catch(() => undefined);
    await this.#keep('waiting', this.#state.waiting);
  }

  /** The browser says that the network came back or went away. */
  noticed(online: boolean): void {
    if (!online) this.#set({ reach: 'offline' });
    else if (this.#state.reach === 'offline') this.#set({ reach: 'looking' });
  }

  #isOver(): boolean {
    const until = this.#state.door?.helperUntil;
    return until !== undefined && this.#parts.now().getTime() >= Date.parse(until);
  }

  /* A helper whose time is over, or whose link was taken back, is nobody here any more. */
  async #end(): Promise<void> {
    this.#set({ ended: true });
    await this.forget();
  }

  #missed(problem: ProblemDocument): void {
    if (problem.code === 'request.session_required') {
      if (this.#state.door?.helperUntil) void this.#end();
      this.#set({ reach: 'signed-out' });
    }
    if (problem.code === 'request.forbidden') this.#set({ reach: 'online', forbidden: true });
    else if (problem.status === 0 || problem.status >= 500) this.#set({ reach: 'offline' });
  }

  /* A device whose store is full or switched off still works as long as its page is open. */
  async #keep(name: string, value: unknown): Promise<void> {
    if (!this.#closed) await this.#parts.store.save(name, value).catch(() => undefined);
  }

  #set(change: Partial<ScannerState>): void {
    this.#state = { ...this.#state, ...change };
    this.#parts.onChange(this.#state);
  }
}
