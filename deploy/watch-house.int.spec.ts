import { spawn } from 'node:child_process';
import path from 'node:path';
import { houseLookSchema } from '@concert/contracts/core/readiness';
import { freePorts } from '@concert/machine-kit/ports';
import { until } from '@concert/test-kit/until';
import { expect, it } from '@jest/globals';
import { DOOR } from './checks/door.ts';

it('B4-621 the process that looks at the house tells svc-booking every row, Prometheus those that are red, and strangers who it is', async () => {
  const [port = 0, metricsPort = 0] = await freePorts(2);
  const watching = spawn(process.execPath, [path.join(import.meta.dirname, 'watch-house.ts')], {
    env: { SERVICE_PORT: String(port), METRICS_PORT: String(metricsPort), SENDGRID_API_KEY: 'nonsense' },
    stdio: 'inherit',
  });
  const ask = (asked: string) => fetch(`http://127.0.0.1:${port}${asked}`);
  try {
    const answer = await until('it answers', () => ask('/rows').catch(() => undefined), Boolean, { withinMs: 30_000 });
    const { rows, secondsAgo } = houseLookSchema.parse(await answer!.json());
    const red = rows.filter(({ state }) => state === 'red').map(({ id }) => id);
    expect(red).toEqual(expect.arrayContaining(['sendgrid', 'settings']));
    expect(secondsAgo).toBeLessThan(30);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(
      [...metrics.matchAll(/^house_check_red\{check="([a-z-]+)",words="[A-Z].*\.",service="checks"\} 1$/gm)].map(([, id]) => id),
    ).toEqual(red);
    expect(metrics).toMatch(/^house_look_age_seconds\{service="checks"\} \d/m);
    const who = await ask(DOOR);
    expect([who.status, who.headers.get('x-door-check'), (await who.text()).length]).toEqual([200, 'concert', 32]);
    for (const other of [`${DOOR}0123`, '/', '/rows/', '/metrics']) expect([other, (await ask(other)).status]).toEqual([other, 404]);
  } finally {
    watching.kill();
  }
}, 60_000);
