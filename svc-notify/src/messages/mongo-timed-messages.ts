import type { UserId } from '@concert/contracts/core/ids';
import { TIMED_MESSAGES, type TimedMessage } from '@concert/contracts/notify/timed-messages';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { usualSettings, type TimedSettings } from './timed-message.ts';
import { timedMessagesCollection } from './timed-message.schema.ts';

export class MongoTimedMessages {
  constructor(private readonly connection: Connection) {}

  /** What was decided about each, usual where nobody decided anything. */
  async all(): Promise<Readonly<Record<TimedMessage, TimedSettings>>> {
    const stored = await timedMessagesCollection.read(this.connection, { _id: { $in: [...TIMED_MESSAGES] } });
    const settingsOf = (message: TimedMessage) => stored.find(({ _id }) => _id === message) ?? usualSettings(message);
    return Object.fromEntries(TIMED_MESSAGES.map((message) => [message, settingsOf(message)])) as Record<TimedMessage, TimedSettings>;
  }

  /** Stores what somebody decided, if what is stored is one version older. @returns whether it was */
  async save(
    message: TimedMessage,
    { version, ...settings }: TimedSettings & { readonly changedAt: Date },
    by: UserId,
    transaction: ClientSession,
  ): Promise<boolean> {
    if (version === 1) {
      if (await this.messages.exists({ _id: message }).session(transaction)) return false;
      await this.messages.create([{ _id: message, ...settings, changedBy: by, version }], { session: transaction });
      return true;
    }
    const { modifiedCount } = await this.messages.updateOne(
      { _id: message, version: version - 1 },
      { $set: { ...settings, changedBy: by, version } },
      { session: transaction },
    );
    return modifiedCount === 1;
  }

  private get messages() {
    return timedMessagesCollection.on(this.connection);
  }
}
