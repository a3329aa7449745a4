import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { planPorts } from './ports.ts';
import { gatewaySettings, serviceSettings, standInSettings, type SystemPlan } from './process-settings.ts';
import { keepSecrets } from './secrets.ts';

describe('a local system on an https origin', () => {
  let folder: string;
  let secrets: SystemPlan['secrets'];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'concert-settings-'));
    secrets = await keepSecrets(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));
  const nowhere = () => 'mongodb://127.0.0.1/x';
  const plan = (env: NodeJS.ProcessEnv): SystemPlan => ({
    ...{ ports: planPorts(), secrets, dataFolder: folder, publicOrigin: 'https://concert.example', env },
    ...{ rabbitUrl: nowhere, rabbitAdminUrl: nowhere(), mongoUrl: nowhere, mongoMigrationUrl: nowhere },
  });

  it('B8-529 takes what its stand-ins tell it by the name they use, beside those somebody allowed', () => {
    for (const [env, more] of [
      [{}, []],
      [{ ALLOWED_HOSTS: 'concert.internal' }, ['concert.internal']],
    ] as const) {
      const allowed = gatewaySettings(plan(env))['ALLOWED_HOSTS']!.split(',');
      const told = [standInSettings(plan(env), 'payments')['WEBHOOK_URL']!, standInSettings(plan(env), 'mailbox')['EVENT_WEBHOOK_URL']!];
      expect(allowed).toEqual([...more, ...new Set(told.map((url) => new URL(url).host))]);
    }
  });

  it('tells the entrance and svc-booking whether real money is taken, whatever the environment says of it', () => {
    for (const [STRIPE_SECRET_KEY, live] of [
      [undefined, 'false'],
      ['sk_test_a', 'false'],
      ['rk_live_a', 'true'],
    ] as const) {
      const given = plan({ STRIPE_SECRET_KEY, PAYMENTS_LIVE: 'maybe' });
      expect([gatewaySettings(given)['PAYMENTS_LIVE'], serviceSettings(given, 'svc-booking')['PAYMENTS_LIVE']]).toEqual([live, live]);
    }
  });
});
