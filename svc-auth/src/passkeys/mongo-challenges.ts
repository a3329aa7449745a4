import type { Connection } from '@concert/service-kit/store/mongo';
import { challengesCollection, type ChallengeDocument } from './challenge.schema.ts';
import type { Challenge } from './challenge.ts';

/** Challenges that wait for their answer. */
export class MongoChallenges {
  constructor(private readonly connection: Connection) {}

  async add({ hash, ...rest }: Challenge): Promise<void> {
    await this.challenges.create({ _id: hash, ...rest });
  }

  /** Removes a challenge, so that it cannot be answered twice. */
  async take(hash: string, purpose: Challenge['purpose']): Promise<Challenge | undefined> {
    const found = await this.challenges.findOneAndDelete({ _id: hash, purpose }).lean<ChallengeDocument>();
    if (!found) return undefined;
    const { _id, ...rest } = found;
    return { hash: _id, ...rest };
  }

  private get challenges() {
    return challengesCollection.on(this.connection);
  }
}
