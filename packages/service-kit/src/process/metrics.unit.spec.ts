import { describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.ts';

const linesOf = async (metrics: Metrics, name: string) =>
  (await metrics.registry.getSingleMetricAsString(name)).split('\n').filter((line) => !line.startsWith('#') && line !== '');

describe('a watched gauge', () => {
  it('is looked up each time metrics are read', async () => {
    const metrics = new Metrics('svc-probe');
    let count = 0;
    metrics.watch('things', 'Things', ['kind'], () => Promise.resolve([[{ kind: `k${(count += 1)}` }, count]]));
    expect(await linesOf(metrics, 'things')).toEqual(['things{kind="k1",service="svc-probe"} 1']);
    expect(await linesOf(metrics, 'things')).toEqual(['things{kind="k2",service="svc-probe"} 2']);
  });

  it.each([
    ['with labels', ['kind']],
    ['without labels', []],
  ])('%s is absent while its look-up fails', async (_, labels) => {
    const metrics = new Metrics('svc-probe');
    let broken = false;
    metrics.watch('things', 'Things', labels, () =>
      broken ? Promise.reject(new Error('away')) : Promise.resolve([[Object.fromEntries(labels.map((label) => [label, 'x'])), 7]]),
    );
    expect(await linesOf(metrics, 'things')).toHaveLength(1);
    broken = true;
    expect(await linesOf(metrics, 'things')).toEqual([]);
  });
});
