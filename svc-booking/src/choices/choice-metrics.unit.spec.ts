import { expect, it } from '@jest/globals';
import { Metrics } from '@concert/service-kit/process/metrics';
import { FakeClock } from '@concert/test-kit/clock';
import { firstConcert, type Concert } from '../concert/concert.ts';
import { ChoiceMetrics } from './choice-metrics.ts';
import type { ChoiceProgress } from './mongo-choices.ts';

const SAID = new Date('2027-01-10T12:00:00.000Z');
const UNTIL = new Date('2027-01-31T04:59:00.000Z');

it('B2-562 tells for how long choices that are due stand still', async () => {
  const clock = new FakeClock(UNTIL.toISOString());
  const metrics = new Metrics('svc-booking');
  let concert: Concert = firstConcert('open', SAID);
  let round: ChoiceProgress | undefined;
  new ChoiceMetrics(metrics, { round: () => Promise.resolve(round) }, { current: () => Promise.resolve(concert) }, clock);
  const value = async () => (await metrics.registry.getSingleMetric('choices_stand_still_seconds')!.get()).values[0]?.value;
  clock.advance({ seconds: 900 });
  expect(await value()).toBe(0);
  concert = {
    ...concert,
    state: 'postponed',
    postponement: { dateToFollow: true, postponedAt: SAID, chooseUntil: UNTIL, silence: 'keep' },
  };
  expect(await value()).toBe(900);
  round = { postponedAt: SAID, after: null, movedAt: clock.now(), finishedAt: null, version: 1 };
  clock.advance({ seconds: 60 });
  expect(await value()).toBe(60);
  expect(((concert = { ...concert, state: 'cancelled' }), await value())).toBe(0);
  concert = { ...concert, state: 'postponed' };
  expect(await value()).toBe(60);
  round = { ...round, finishedAt: clock.now() };
  expect(await value()).toBe(0);
  [round, concert] = [
    undefined,
    { ...concert, postponement: { ...concert.postponement!, chooseUntil: new Date(clock.now().getTime() + 1) } },
  ];
  expect(await value()).toBe(0);
});
