import { rows } from './rows.ts';
import { SETTLED_MS, type Invariant, type Sources } from './invariant.ts';

const before = (now: Date): Date => new Date(now.getTime() - SETTLED_MS);

async function unpublished(sources: Sources, now: Date): Promise<string[]> {
  const found: string[] = [];
  for (const [name, database] of Object.entries(sources.databases)) {
    const late = database.collection('outbox').aggregate<{ _id: string; count: number }>([
      // The condition of the index that serves it.
      { $match: { publishedAt: { $type: 'null' } } },
      { $match: { 'envelope.occurredAt': { $lt: before(now).toISOString() } } },
      { $group: { _id: '$envelope.type', count: { $sum: 1 } } },
    ]);
    for await (const { _id, count } of late) found.push(`${count} facts ${_id} of svc-${name} are not told`);
  }
  return found;
}

/** Whoever has tickets has a mail with them: one for each time that a booking was paid. */
async function ticketMails(sources: Sources): Promise<string[]> {
  const mailed = new Set<string>();
  for await (const { subjectId } of rows(sources, 'notify', 'mails').find({ kind: 'ticket' }, { projection: { subjectId: 1 } }))
    mailed.add(subjectId);
  const found: string[] = [];
  for await (const { _id } of rows(sources, 'booking', 'reserve-your-seat').find({ status: 'paid' }, { projection: { _id: 1 } }))
    if (!mailed.has(_id)) found.push(`booking ${_id} is paid, and no email with its tickets was made`);
  return found;
}

/** A place to which seats are offered has a booking that is pending, or that ended a moment ago. */
async function endedOffers(sources: Sources, late: Date): Promise<string[]> {
  const found: string[] = [];
  for await (const { _id, offer } of rows(sources, 'booking', 'waiting').find({ state: 'offered' })) {
    const booking = await rows(sources, 'booking', 'reserve-your-seat').findOne({ _id: offer?.bookingId ?? '' });
    if (booking?.status !== 'pending' && !(booking && booking.history.at(-1)!.at > late))
      found.push(`the offer of ${_id} ended, and it still waits`);
  }
  return found;
}

async function waiting(sources: Sources, now: Date): Promise<string[]> {
  const late = before(now);
  const counts: [count: Promise<number>, what: string][] = [
    [rows(sources, 'notify', 'mails').countDocuments({ state: 'waiting', nextAttemptAt: { $lt: late } }), 'emails wait that are due'],
    [
      rows(sources, 'payment', 'refunds').countDocuments({ status: { $in: ['planned', 'requested'] }, nextTryAt: { $lt: late } }),
      'refunds wait that are due',
    ],
    [
      rows(sources, 'booking', 'reserve-your-seat').countDocuments({ status: 'pending', keptUntil: { $lt: late } }),
      'holds ended, and their bookings still wait',
    ],
    [
      rows(sources, 'payment', 'payment-sessions').countDocuments({
        status: { $in: ['creating', 'pending', 'processing'] },
        keptUntil: { $lt: late },
      }),
      'payment pages ended, and nobody asked what became of them',
    ],
  ];
  const found = await endedOffers(sources, late);
  for (const [count, what] of counts) if ((await count) > 0) found.push(`${await count} ${what}`);
  return found;
}

/** What was committed is told and done. */
export const MESSAGE_INVARIANTS: readonly Invariant[] = [
  { id: 'I7', says: 'every fact that was committed is told', holds: 'running', breaches: unpublished },
  { id: 'I7', says: 'every paid booking has an email with its tickets', holds: 'at rest', breaches: ticketMails },
  { id: 'I14', says: 'nothing that is due waits for longer than a minute', holds: 'running', breaches: waiting },
];
