import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { rabbitPorts } from '@concert/machine-kit/rabbitmq';
import { REFUSED_BY_BROWSERS } from './port-plan.mjs';
import { planPorts } from './ports.ts';

describe('the ports of a system', () => {
  it('start at 8000, move together with PORT_BASE, and the site alone with PORT', () => {
    expect(planPorts()).toMatchObject({ site: 8080, 'svc-auth': 8101, mongodb: 8117, rabbitmq: 8172, payments: 8190 });
    expect(planPorts({ PORT_BASE: '9000' })).toMatchObject({ site: 9080, 'svc-notify': 9104 });
    expect(planPorts({ PORT: '3000' })).toMatchObject({ site: 3000, 'svc-auth': 8101 });
  });

  it.each(['http', '80.5', '-1', '0', '70000', '80', '8080x'])('refuse PORT=%s', (PORT) => {
    expect(() => planPorts({ PORT })).toThrow(/PORT must be a whole number/);
  });

  it.each(['1024', '8000', '13000', '40000', '65344'])(
    'B8-550 with PORT_BASE=%s are all ports, those of the broker too, and none stands twice',
    (PORT_BASE) => {
      const { rabbitmq, ...others } = planPorts({ PORT_BASE });
      const all = [...Object.values(others), ...rabbitPorts(rabbitmq)];
      expect(new Set(all).size).toBe(all.length);
      expect([Math.min(...all) >= 1_024, Math.max(...all) <= 65_535]).toEqual([true, true]);
    },
  );

  it('refuse a base with which some would be none, and a PORT another process has', () => {
    expect(() => planPorts({ PORT_BASE: '65345' })).toThrow('PORT_BASE must be a whole number from 1024 to 65344.');
    expect(() => planPorts({ PORT: '8117' })).toThrow('PORT=8117 is the port of mongodb.');
  });

  it.each([
    [{ PORT_BASE: '10000' }, 'PORT_BASE=10000 gives the site port 10080, to which browsers open no connection.'],
    [{ PORT_BASE: '9963' }, 'PORT_BASE=9963 gives mongodb port 10080, to which browsers open no connection.'],
    [{ PORT: '6000' }, 'PORT=6000 gives the site port 6000, to which browsers open no connection.'],
    [{ PORT: '6667', PORT_BASE: '9000' }, 'PORT=6667 gives the site port 6667, to which browsers open no connection.'],
  ])('refuse %j at once, because browsers would', (env, reason) => {
    expect(() => planPorts(env)).toThrow(reason);
  });

  it('know every port that this Node refuses as browsers do', async () => {
    for (const port of REFUSED_BY_BROWSERS) {
      const error = await fetch(`http://127.0.0.1:${port}/`).catch((reason: Error) => reason);
      expect([port, ((error as Error).cause as Error | undefined)?.message]).toEqual([port, 'bad port']);
    }
    // The library that Node's fetch is made of keeps the standard's list.
    const { badPorts } = createRequire(import.meta.url)('undici/lib/web/fetch/constants.js') as { badPorts: readonly string[] };
    expect(badPorts.map(Number).filter((port) => port >= 1_024)).toEqual([...REFUSED_BY_BROWSERS]);
  });
});
