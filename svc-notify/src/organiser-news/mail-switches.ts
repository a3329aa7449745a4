import type { Identity } from '@concert/contracts/core/identity';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import type { OrganiserMail } from '@concert/contracts/notify/organiser-mails';
import { newAuditEntry } from '@concert/service-kit/identity/audit-entries';
import type { Clock } from '@concert/service-kit/process/clock';
import type { ClientSession, Connection, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { mailSwitchesCollection } from './mail-switches.schema.ts';

/** Which mails the organisers do not want. */
export class MailSwitches {
  constructor(
    private readonly connection: Connection,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The kinds that are switched off. */
  async off(transaction?: ClientSession): Promise<OrganiserMail[]> {
    const found = await mailSwitchesCollection.readOne(this.connection, { _id: 'team' }, { session: transaction });
    return found?.off ?? [];
  }

  /** Switches a kind on or off, and notes who did; what is so already changes nothing. @returns the kinds that are off */
  async switch(mail: OrganiserMail, on: boolean, who: Identity): Promise<OrganiserMail[]> {
    return this.transactions.run(async (transaction) => {
      const before = await this.off(transaction);
      if (before.includes(mail) !== on) return before;
      const change = on ? { $pull: { off: mail } } : { $addToSet: { off: mail } };
      await mailSwitchesCollection.on(this.connection).updateOne({ _id: 'team' }, change, { upsert: true, session: transaction });
      const now = this.clock.now();
      const act = newAuditEntry(who.userId, now, {
        act: 'organiser-mail.switched',
        subject: { kind: 'organiser-mail', id: mail },
        detail: { on },
      });
      await this.outbox.record(transaction, [this.outbox.fact(notifyActRecordedV1, mail, now.getTime(), act)]);
      return this.off(transaction);
    });
  }
}
