import type { ChoiceCounts } from '@concert/contracts/booking/choices';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { postponementView } from '../concert/postponement.ts';
import type { MongoChoices } from './mongo-choices.ts';
import { asksHolders } from './choice.ts';
import type { Clock } from '@concert/service-kit/process/clock';

/** Tells organisers how many holders chose what. */
export class CountChoices {
  constructor(
    private readonly choices: MongoChoices,
    private readonly concert: MongoConcert,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined where nobody is asked */
  async count(): Promise<ChoiceCounts | undefined> {
    const concert = await this.concert.current();
    if (!asksHolders(concert)) return undefined;
    const { postponement } = concert;
    const [tally, round, asked] = await Promise.all([
      this.choices.tally(postponement.postponedAt),
      this.choices.round(postponement.postponedAt),
      this.choices.asked(postponement.postponedAt),
    ]);
    const done = Boolean(round?.finishedAt);
    const { keepAll, giveSome, giveAll } = tally;
    return {
      postponement: postponementView(postponement),
      ...tally,
      state: done ? 'done' : this.clock.now() >= postponement.chooseUntil ? 'under way' : 'open',
      // Silence is written down when it is carried out.
      silent: done ? tally.silent : Math.max(0, asked - keepAll - giveSome - giveAll),
    };
  }
}
