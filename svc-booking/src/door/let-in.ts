import { LOOK_UPS_PER_HOUR, LOOKED_UP_MINUTES, type ScanRefusal, type Scan, type ScanResult } from '@concert/contracts/booking/door';
import type { Identity } from '@concert/contracts/core/identity';
import type { TicketId, UserId } from '@concert/contracts/core/ids';
import { MINUTE_MS } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import type { MongoAudit } from '../audit-log/mongo-audit.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { entranceOf, type Admission, type Conflict, type DoorTicket, type HolderId } from '../admissions/admission.ts';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { closedDoor } from './closed-door.ts';
import { readCode, type ReadCode } from './read-code.ts';
import type { MongoDoorTickets } from './mongo-door-tickets.ts';
import type { TakeAdmissionBack } from './take-admission-back.ts';

/** A scan and what is known about it so far. */
interface Case {
  readonly scan: Scan;
  readonly reading: ReadCode;
  readonly ticket: DoorTicket | undefined;
  readonly refusal: ScanRefusal | undefined;
}

/**
 * Decides who is admitted. One conditional insert per ticket: the first admission stored counts, whatever the clocks of the
 * devices say. A scan that is sent again gets its first answer, until an
 * admission of its ticket is taken back. One that is undone before it was known is stored and undone at once. Who has no ticket to show is let in by whoever has just looked them up.
 */
export class LetIn {
  constructor(
    private readonly tickets: MongoDoorTickets,
    private readonly admissions: MongoAdmissions,
    private readonly concert: MongoConcert,
    private readonly signer: TicketSigner,
    private readonly audit: Pick<MongoAudit, 'list'>,
    private readonly takingBack: Pick<TakeAdmissionBack, 'undo'>,
    private readonly hoursBefore: number,
    private readonly clock: Clock,
  ) {}

  /** The results, in the order of the scans. */
  async decide(scans: readonly Scan[], who: Identity): Promise<ScanResult[]> {
    const holders = [...new Set(scans.flatMap(({ byName }) => (byName ? [byName.holder] : [])))];
    const named = await this.tickets.ofHolders(holders);
    const readings = scans.map((scan) => ({ scan, reading: this.read(scan, named) }));
    const read = [...new Set(readings.flatMap(({ reading }) => (reading.is === 'ticket' ? [reading.ticketId] : [])))];
    const [tickets, inside, concert] = await Promise.all([this.tickets.byIds(read), this.admissions.inside(read), this.concert.current()]);
    const now = this.clock.now();
    const closed = closedDoor(concert, now, this.hoursBefore)?.reason;
    const lookedUp = holders.length > 0 ? await this.lookedUp(who.userId, now) : '';
    const cases = await Promise.all(
      readings.map(async ({ scan, reading }): Promise<Case> => {
        const ticket = reading.is === 'ticket' ? tickets.get(reading.ticketId) : undefined;
        const isKnown = !scan.byName || lookedUp.includes(scan.byName.holder);
        const refusal = !isKnown ? 'look_up_again' : ticket ? (ticket.refusal ?? closed) : await this.noTicket(reading);
        return { scan, reading, ticket, refusal };
      }),
    );

    const wanted = new Map<TicketId, Admission>();
    for (const { scan, ticket, refusal } of cases) {
      // A ticket that is already admitted stays so. For the others the insert decides, because what was read may be outdated.
      if (!ticket || refusal || wanted.has(ticket.ticketId) || inside.has(ticket.ticketId)) continue;
      const { scanId, door, scannedAt, admittedOffline, byName } = scan;
      wanted.set(ticket.ticketId, {
        ticketId: ticket.ticketId,
        scanId,
        door,
        scannedAt: new Date(scannedAt),
        storedAt: now,
        by: who.userId,
        offline: admittedOffline,
        ...byNameOf(byName),
      });
    }
    const fresh = await this.admissions.admit([...wanted.values()]);
    const overtaken = [...wanted.keys()].filter((ticketId) => !fresh.has(ticketId));
    for (const [ticketId, admission] of await this.admissions.inside(overtaken)) inside.set(ticketId, admission);
    for (const ticketId of fresh) inside.set(ticketId, wanted.get(ticketId)!);
    for (const { scan, ticket } of cases)
      if (
        ticket &&
        scan.undone &&
        inside.get(ticket.ticketId)?.scanId === scan.scanId &&
        (await this.takingBack.undo(ticket, scan.scanId, who))
      )
        inside.delete(ticket.ticketId);

    const conflicts: Conflict[] = [];
    const results = cases.map((one) => {
      const first = one.ticket && inside.get(one.ticket.ticketId);
      if (one.ticket && first?.scanId === one.scan.scanId)
        return { scanId: one.scan.scanId, outcome: 'admitted' as const, ticket: admittedFacts(one.ticket), conflict: false };
      const conflict = conflictOf(one, first, who, now);
      if (conflict) conflicts.push(conflict);
      return refusedResult(one, first);
    });
    await this.admissions.note(conflicts);
    return results;
  }

  private read({ code, byName }: Scan, named: ReadonlyMap<HolderId, readonly TicketId[]>): ReadCode {
    if (!byName) return readCode(code ?? '', this.signer);
    const ticketId = named.get(byName.holder)?.[byName.number - 1];
    return ticketId ? { is: 'ticket', ticketId } : { is: 'unknown' };
  }

  /* The holders who were shown to this person a short while ago: each look-up is written down with them. */
  private async lookedUp(actor: UserId, now: Date): Promise<string> {
    const since = new Date(now.getTime() - LOOKED_UP_MINUTES * MINUTE_MS);
    const entries = await this.audit.list({ act: 'names.looked-up', actor, since, limit: LOOK_UPS_PER_HOUR });
    return entries.map(({ detail }) => detail['shown']).join(' ');
  }

  private async noTicket(reading: ReadCode): Promise<ScanRefusal> {
    if (reading.is === 'other_concert') return 'other_concert';
    if (reading.is !== 'link') return 'unknown';
    if (!reading.of.startsWith('bk_')) return 'link';
    const status = await this.tickets.statusOf(reading.of as never);
    if (!status) return 'unknown';
    return status === 'pending' || status === 'failed' || status === 'cancelled' || status === 'expired' ? 'not_paid' : 'link';
  }
}

const byNameOf = (named: unknown): { readonly byName?: true } => (named ? { byName: true } : {});

function factsOf({ seating, number, of, disputed }: DoorTicket): NonNullable<ScanResult['ticket']> {
  return { seating, number, of, ...(disputed ? { disputed } : {}) };
}

/* What to prepare for is told with the admission alone. */
function admittedFacts(ticket: DoorTicket): NonNullable<ScanResult['ticket']> {
  const { seat, needs } = ticket;
  return { ...factsOf(ticket), ...(seat ? { seat } : {}), ...(needs ? { needs: [...needs] } : {}) };
}

function refusedResult({ scan, ticket, refusal }: Case, first: Admission | undefined): ScanResult {
  const reason = refusal ?? (first ? 'already_inside' : 'taken_back');
  return {
    scanId: scan.scanId,
    outcome: 'refused',
    reason,
    ...(ticket && reason !== 'look_up_again' ? { ticket: factsOf(ticket) } : {}),
    ...(reason === 'already_inside' && first ? { inside: entranceOf(first) } : {}),
    conflict: scan.admittedOffline && !scan.undone,
  };
}

/* A ticket shown twice at one door is no conflict: its holder shows it again. Two doors, or an offline admission, are a conflict, but not a mistake. */
function conflictOf({ scan, ticket, refusal }: Case, first: Admission | undefined, who: Identity, now: Date): Conflict | undefined {
  if (!ticket || scan.undone || !(scan.admittedOffline || (!refusal && first && first.door !== scan.door))) return undefined;
  return {
    ticketId: ticket.ticketId,
    reason: refusal ?? (first ? 'already_inside' : 'taken_back'),
    first: first
      ? { scanId: first.scanId, door: first.door, scannedAt: first.scannedAt, offline: first.offline, ...byNameOf(first.byName) }
      : null,
    second: {
      scanId: scan.scanId,
      door: scan.door,
      scannedAt: new Date(scan.scannedAt),
      offline: scan.admittedOffline,
      by: who.userId,
      ...byNameOf(scan.byName),
    },
    storedAt: now,
  };
}
