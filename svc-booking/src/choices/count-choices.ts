import type { ChoiceCounts } from '@concert/contracts/booking/choices';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Metrics } from '@concert/service-kit/process/metrics';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { postponementView } from '../concert/postponement.ts';
import { asksHolders, isOver } from './choice.ts';
import type { MongoChoices } from './mongo-choices.ts';

/** Tells organisers how many holders chose what, and operators for how long choices that are due are not carried out. */
export class CountChoices {
  constructor(
    metrics: Metrics,
    private readonly choices: Pick<MongoChoices, 'asked' | 'due' | 'since'>,
    private readonly concert: Pick<MongoConcert, 'current'>,
    private readonly clock: Clock,
  ) {
    metrics.watch(
      'choices_stand_still_seconds',
      'Time since the deadline of the choices after a postponement while some are not carried out; 0 when none are due',
      [],
      async () => [[{}, await this.standStillSeconds()]],
    );
  }

  /** @returns undefined where nobody is asked */
  async count(): Promise<ChoiceCounts | undefined> {
    const [concert, now] = [await this.concert.current(), this.clock.now()];
    if (!asksHolders(concert)) return undefined;
    const { postponement } = concert;
    const [asked, due, choices] = await Promise.all([
      this.choices.asked(postponement.postponedAt),
      this.choices.due(concert, now),
      this.choices.since(postponement.postponedAt),
    ]);
    const stands = new Set(asked.map(({ id }) => id));
    const counted = choices.filter(({ bookingId, carriedOutFor }) => carriedOutFor !== null || stands.has(bookingId));
    const chosen = counted.filter(({ chosenAt }) => chosenAt !== null);
    const keepAll = chosen.filter(({ giveBack }) => giveBack.length === 0).length;
    const giveAll = chosen.filter(({ giveBack, of }) => giveBack.length > 0 && giveBack.length >= of).length;
    const state = !isOver(concert, now) ? 'open' : due.length > 0 ? 'under way' : 'done';
    return {
      postponement: postponementView(postponement),
      state,
      keepAll,
      giveSome: chosen.length - keepAll - giveAll,
      giveAll,
      // Silence is written down when it is carried out.
      silent: state === 'done' ? counted.length - chosen.length : Math.max(0, asked.length - chosen.length),
      ticketsBack: chosen.reduce((sum, { giveBack }) => sum + giveBack.length, 0),
      ticketsGiven: chosen.reduce((sum, { gifts }) => sum + gifts, 0),
    };
  }

  private async standStillSeconds(): Promise<number> {
    const [concert, now] = [await this.concert.current(), this.clock.now()];
    if (!isOver(concert, now) || (await this.choices.due(concert, now)).length === 0) return 0;
    return (now.getTime() - concert.postponement.chooseUntil.getTime()) / 1_000;
  }
}
