import { emailKey } from '@concert/contracts/core/fields';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError, isDuplicateKey } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { MailBudget } from '../mails/mail-budget.ts';
import type { PostMail } from '../mails/post-mail.ts';
import type { HmacLinkTokens } from './link-tokens.codec.ts';
import { signedUpAgain, confirmedSignUp, newSignUp } from './sign-up.ts';
import type { MongoSignUps } from './mongo-sign-ups.ts';

/** The list of those who want to hear of the next date. */
export class TellNextDate {
  constructor(
    private readonly signUps: MongoSignUps,
    private readonly tokens: HmacLinkTokens,
    private readonly postMail: PostMail,
    private readonly budget: MailBudget,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly nextNonce: () => string,
  ) {}

  /** Asks the owner of an address by mail. Neither the answer nor the work done for it reveals whether the address is known. @throws DomainError `notify.too_many_mails` */
  async askOwner(email: string, source: string): Promise<void> {
    if (!(await this.budget.spend('next-date-confirm', email))) return;
    await this.store(email, source).catch(async (error: unknown) => {
      // The address was signed up twice at once, and the other request stored it.
      if (!isDuplicateKey(error)) throw error;
      await this.store(email, source);
    });
  }

  /** @throws DomainError `notify.link_expired` */
  async confirm(token: string): Promise<void> {
    const id = this.tokens.signUpOf(token);
    await this.transactions.run(async (transaction) => {
      const signUp = id && (await this.signUps.byId(id, transaction));
      const after = signUp && this.tokens.confirms(token, signUp.id, signUp.nonce) ? confirmedSignUp(signUp, this.clock.now()) : undefined;
      if (!after) throw new DomainError('notify.link_expired');
      if (after !== signUp) await this.signUps.replace(after, transaction);
    });
  }

  /** @throws DomainError `notify.link_expired` when the secret is not signed by us */
  async leave(token: string): Promise<void> {
    const id = this.tokens.signUpOf(token);
    if (!id || !this.tokens.leaves(token, id)) throw new DomainError('notify.link_expired');
    await this.signUps.remove(id);
  }

  private async store(email: string, source: string): Promise<void> {
    await this.transactions.run(async (transaction) => {
      await this.budget.spendOnForm(1, source, transaction);
      const now = this.clock.now();
      const known = await this.signUps.byEmail(emailKey(email), transaction);
      const signUp = known
        ? signedUpAgain(known, now)
        : newSignUp({ id: this.ids.next('nextDate'), email, emailKey: emailKey(email), nonce: this.nextNonce() }, now);
      if (known) await this.signUps.replace(signUp, transaction);
      else await this.signUps.add(signUp, transaction);
      await this.postMail.post({ kind: 'next-date-confirm', factId: this.nextNonce(), subjectId: signUp.id }, transaction);
    });
  }
}
