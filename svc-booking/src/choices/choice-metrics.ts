import type { Clock } from '@concert/service-kit/process/clock';
import type { Metrics } from '@concert/service-kit/process/metrics';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { asksHolders } from './choice.ts';
import type { MongoChoices } from './mongo-choices.ts';

/** A metric for operators: choices after a postponement that are due and are not carried out. */
export class ChoiceMetrics {
  constructor(
    metrics: Metrics,
    private readonly choices: Pick<MongoChoices, 'round'>,
    private readonly concert: Pick<MongoConcert, 'current'>,
    private readonly clock: Clock,
  ) {
    metrics.watch(
      'choices_stand_still_seconds',
      'Time since the deadline of the choices after a postponement, or since the last of them were carried out; 0 when none are due',
      [],
      async () => [[{}, await this.stillFor()]],
    );
  }

  private async stillFor(): Promise<number> {
    const concert = await this.concert.current();
    if (!asksHolders(concert)) return 0;
    const { postponedAt, chooseUntil } = concert.postponement;
    const round = await this.choices.round(postponedAt);
    if (round?.finishedAt) return 0;
    const last = Math.max(chooseUntil.getTime(), round?.movedAt.getTime() ?? 0);
    return Math.max(0, this.clock.now().getTime() - last) / 1_000;
  }
}
