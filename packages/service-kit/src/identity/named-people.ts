import { HOUR_MS } from '@concert/contracts/core/durations';
import type { Identity } from '@concert/contracts/core/identity';
import type { Connection } from 'mongoose';
import type { Clock } from '../process/clock.ts';
import { DomainError, isDuplicateKey } from '../process/errors.ts';
import { isFreshSignIn } from './fresh-sign-in.ts';
import { namedPeopleCollection, type NamedPeopleDocument } from './named-people.schema.ts';

/**
 * Different people whom all lists of a service together name to one person within an hour without a fresh proof: ten screens. Who takes
 * them all, as the export does, proves who they are as the export asks.
 */
const MAX_NAMED_WITHOUT_PROOF = 500;
const TOO_MANY = `You have looked at the details of ${MAX_NAMED_WITHOUT_PROOF} people in an hour.`;

/** Bounds how many people a session that was not proven lately reads by name, whichever lists name them. */
export class NamedPeopleLimit {
  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
  ) {}

  /**
   * Notes whom a list is about to name; the same person again counts once, and whoever is not shown does not count: who was told before may
   * be read again.
   * @param people ids of bookings, entries, accounts or messages
   * @throws DomainError `request.sign_in_again` for more than {@link MAX_NAMED_WITHOUT_PROOF} in an hour
   */
  async note(who: Identity, people: readonly string[]): Promise<void> {
    const now = this.clock.now();
    if (people.length === 0 || isFreshSignIn(who, now)) return;
    const window = Math.floor(now.getTime() / HOUR_MS);
    const named = { $ifNull: ['$people', []] };
    const all = { $setUnion: [named, { $literal: [...people] }] };
    const fits = { $lte: [{ $size: all }, MAX_NAMED_WITHOUT_PROOF] };
    const add = () =>
      namedPeopleCollection
        .on(this.connection)
        .findOneAndUpdate(
          { _id: `${who.userId} ${window}` },
          [{ $set: { people: { $cond: [fits, all, named] }, forgetAt: new Date((window + 1) * HOUR_MS) } }],
          { upsert: true, updatePipeline: true, returnDocument: 'after' },
        )
        .lean<NamedPeopleDocument>();
    const row = await add().catch((error: unknown) => {
      // Two lists inserted the row at the same moment.
      if (!isDuplicateKey(error)) throw error;
      return add();
    });
    const known = new Set(row.people);
    if (!people.every((id) => known.has(id))) throw new DomainError('request.sign_in_again', { detail: TOO_MANY });
  }
}
