import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const FENCES = join(root, '.dependency-cruiser.cjs');
const rules = createRequire(import.meta.url)(FENCES) as { forbidden: { name: string }[] };

const WORKSPACES = globSync((createRequire(import.meta.url)(join(root, 'package.json')) as { workspaces: string[] }).workspaces, {
  cwd: root,
});
const ROOMS = [...new Set(WORKSPACES.map((workspace) => workspace.split('/')[0] ?? ''))];
const PACKAGES = ['zod', 'mongoose', 'amqplib', 'stripe', '@sendgrid/mail', '@nestjs/common', 'react', 'fastify'];
/** Installed, but in nobody's package.json. */
const UNDECLARED = 'left-behind';

/** A small house that keeps every rule: each import here is one the architecture allows. */
const house: Record<string, string[]> = {
  'contracts/core/money.ts': ['zod'],
  'contracts/core/envelope.ts': ['zod'],
  'contracts/booking/seating.ts': ['zod'],
  'contracts/booking/http.ts': ['zod', '../core/money.ts', './seating.ts'],
  'contracts/booking/events.ts': ['../core/envelope.ts'],
  'contracts/booking/problems.ts': [],
  'contracts/payment/http.ts': ['../booking/seating.ts'],
  'contracts/payment/events.ts': [],
  'contracts/site/pages.ts': ['../booking/http.ts', '../booking/seating.ts'],
  'packages/service-kit/src/service.ts': ['./messages/inbox.ts', './http/handles.ts'],
  'packages/service-kit/src/messages/inbox.ts': ['../store/mongo.ts', '../process/log.ts'],
  'packages/service-kit/src/http/handles.ts': ['../identity/identity.ts'],
  'packages/service-kit/src/identity/identity.ts': ['../store/mongo.ts'],
  'packages/service-kit/src/store/mongo.ts': ['mongoose', '@concert/contracts/core/money', '../process/log.ts'],
  'packages/service-kit/src/process/log.ts': [],
  'packages/service-kit/src/process/log.unit.spec.ts': ['@concert/test-kit/probe'],
  'packages/web-kit/src/client.ts': ['@concert/contracts/booking/http', 'react'],
  'packages/web-kit/src/testing/site.ts': [],
  'packages/web-kit/src/testing/screen.ts': ['./site.ts'],
  'packages/design-system/src/button.ts': ['react'],
  'packages/machine-kit/src/ports.ts': [],
  'packages/test-kit/src/probe.ts': ['@concert/machine-kit/ports'],
  'packages/test-kit/src/site-client.ts': ['@concert/contracts/booking/http', '@concert/web-kit/api-client.ts'],
  'packages/test-kit/src/buyers.ts': ['./site-client.ts'],
  'packages/web-kit/src/api-client.ts': [],
  'svc-booking/src/bookings/booking.ts': ['@concert/contracts/core/money', '@concert/contracts/booking/seating'],
  'svc-booking/src/bookings/mongo-bookings.ts': ['mongoose', './booking.ts', '@concert/service-kit/store/mongo'],
  'svc-booking/src/bookings/bookings.controller.ts': ['@nestjs/common', '@concert/contracts/booking/http'],
  'svc-booking/src/bookings/payment-events.handler.ts': ['@concert/contracts/payment/events'],
  'svc-booking/src/bookings/bookings.int.spec.ts': ['mongoose', 'amqplib', '@concert/test-kit/probe'],
  'svc-payment/src/sessions/http-bookings.ts': ['@concert/contracts/booking/http'],
  'svc-payment/src/sessions/stripe-provider.ts': ['stripe'],
  'svc-payment/src/refunds/refunds.module.ts': ['./asking/start-refund.ts'],
  'svc-payment/src/refunds/asking/start-refund.ts': ['../sending/return-money.ts', '../rules/refund.ts'],
  'svc-payment/src/refunds/sending/return-money.ts': ['../rules/refund.ts'],
  'svc-payment/src/refunds/rules/refund.ts': [],
  'svc-notify/src/mails/sendgrid-sender.ts': ['@sendgrid/mail'],
  'gateway/src/main.ts': [
    'fastify',
    '@concert/service-kit/process/log',
    '@concert/contracts/booking/http',
    '@concert/contracts/site/pages',
  ],
  'shell/src/app.tsx': ['react', '@concert/web-kit/client.ts', '@concert/design-system/button.ts'],
  'mfe-booking/src/app.tsx': ['react', '@concert/contracts/booking/problems'],
  'mfe-booking/src/app.unit.spec.ts': ['@concert/web-kit/testing/screen.ts', './testing/bookings.ts'],
  'mfe-booking/src/testing/bookings.ts': ['@concert/contracts/booking/http'],
  'mfe-public/src/app.tsx': [],
  'packages/stand-ins/src/mail/sink.ts': [],
  'dev/system/system.ts': ['@concert/machine-kit/ports'],
  'dev/commands/start.ts': ['../system/system.ts'],
  'dev/prove/prove.ts': ['@concert/test-kit/buyers', '../../deploy/make-secrets.ts', '../commands/start.ts', '@concert/test-kit/probe'],
  'deploy/make-secrets.ts': ['../dev/system/system.ts'],
  'e2e/check-screen.ts': ['../dev/commands/start.ts', '@concert/stand-ins/mail/sink', '@concert/test-kit/buyers'],
  'e2e/main-job.e2e.spec.ts': ['@concert/test-kit/probe', './check-screen.ts'],
  'bench/main.ts': ['@concert/test-kit/buyers', '@concert/test-kit/probe'],
  'dev/demo/stage.ts': ['@concert/test-kit/buyers', '@concert/stand-ins/mail/sink', '@concert/test-kit/probe'],
  'svc-notify/src/mails/mails.int.spec.ts': ['@concert/stand-ins/mail/sink', '@concert/machine-kit/ports'],
};

/** For every rule: a file, and the imports of which each breaks it. */
const plants: Record<string, [file: string, ...targets: string[]][]> = {
  'service-not-another-service': [['svc-auth/src/users/a.controller.ts', '../../../svc-booking/src/bookings/booking.ts']],
  'service-nothing-web': [
    [
      'svc-auth/src/users/b.controller.ts',
      'react',
      '@concert/web-kit/client.ts',
      '../../../gateway/src/main.ts',
      '../../../shell/src/app.tsx',
      '@concert/contracts/site/pages',
    ],
  ],
  'service-foreign-http-only-in-an-adapter': [
    ['svc-payment/src/sessions/c.controller.ts', '@concert/contracts/booking/http', '@concert/contracts/booking/problems'],
  ],
  'service-mongoose-only-in-mongo-files': [['svc-booking/src/bookings/d.controller.ts', 'mongoose']],
  'service-broker-only-through-the-kit': [['svc-booking/src/bookings/e.handler.ts', 'amqplib']],
  'service-stripe-only-in-stripe-files': [['svc-payment/src/sessions/f.controller.ts', 'stripe']],
  'service-sendgrid-only-in-sendgrid-files': [['svc-notify/src/mails/g.controller.ts', '@sendgrid/mail']],
  'domain-file-knows-no-machinery': [
    ['svc-booking/src/bookings/h.ts', '@nestjs/common', 'node:crypto', 'node:timers/promises', 'fastify'],
    ['svc-booking/src/bookings/lane/h.ts', '@nestjs/common'],
  ],
  'gateway-no-database-no-broker': [
    ['gateway/src/i.ts', 'mongoose'],
    ['gateway/src/i2.ts', 'amqplib'],
    ['gateway/src/i3.ts', '@concert/service-kit/store/mongo'],
  ],
  'gateway-no-room': [['gateway/src/j.ts', '../../svc-auth/src/users/a.controller.ts', '@concert/design-system/button.ts']],
  'gateway-no-facts': [['gateway/src/k.ts', '@concert/contracts/booking/events']],
  'screen-no-server': [
    ['mfe-booking/src/l.tsx', '@concert/service-kit/process/log', '../../svc-booking/src/bookings/booking.ts'],
    ['shell/src/l.tsx', '../../gateway/src/main.ts', '@nestjs/common'],
  ],
  'screen-test-no-server': [
    ['mfe-booking/src/l.unit.spec.tsx', '@concert/service-kit/process/log'],
    ['shell/src/l.unit.spec.tsx', '../../svc-booking/src/bookings/booking.ts'],
  ],
  'screen-not-another-screen': [
    ['mfe-booking/src/m.tsx', '../../mfe-public/src/app.tsx'],
    ['shell/src/m.tsx', '../../mfe-public/src/app.tsx'],
  ],
  'screen-no-facts': [
    ['mfe-booking/src/n.tsx', '@concert/contracts/booking/events'],
    ['packages/web-kit/src/n.ts', '@concert/contracts/core/envelope'],
  ],
  'contract-not-another-promise': [['contracts/payment/o.ts', '../booking/http.ts', '../booking/events.ts']],
  'contract-core-knows-no-owner': [['contracts/core/p.ts', '../booking/seating.ts']],
  'contract-owner-knows-no-page': [
    ['contracts/booking/pa.ts', '../site/pages.ts'],
    ['contracts/core/pb.ts', '../site/pages.ts'],
  ],
  'contract-site-no-facts': [['contracts/site/pc.ts', '../booking/events.ts']],
  'contract-only-zod': [
    ['contracts/booking/q.ts', '@nestjs/common', 'mongoose', 'react', 'node:crypto', '@concert/service-kit/process/log'],
  ],
  'kit-no-room': [
    ['packages/service-kit/src/r.ts', '../../../svc-auth/src/users/a.controller.ts'],
    ['packages/test-kit/src/r.ts', '../../../dev/commands/start.ts'],
  ],
  'kit-not-another-kit': [['packages/web-kit/src/s.ts', '@concert/design-system/button.ts']],
  'floor-packages/service-kit/src/process': [['packages/service-kit/src/process/ka.ts', '../store/mongo.ts', '../service.ts']],
  'floor-packages/service-kit/src/store': [['packages/service-kit/src/store/kb.ts', '../identity/identity.ts', '../http/handles.ts']],
  'floor-packages/service-kit/src/identity': [['packages/service-kit/src/identity/kc.ts', '../http/handles.ts', '../messages/inbox.ts']],
  'floor-packages/service-kit/src/http|messages': [
    ['packages/service-kit/src/http/kd.ts', '../messages/inbox.ts', '../service.ts'],
    ['packages/service-kit/src/messages/ke.ts', '../http/handles.ts'],
  ],
  'floor-svc-payment/src/refunds/rules': [
    ['svc-payment/src/refunds/rules/ra.ts', '../sending/return-money.ts', '../asking/start-refund.ts'],
  ],
  'floor-svc-payment/src/refunds/sending': [['svc-payment/src/refunds/sending/rb.ts', '../asking/start-refund.ts', '../refunds.module.ts']],
  'floor-svc-payment/src/refunds/asking': [['svc-payment/src/refunds/asking/rc.ts', '../refunds.module.ts']],
  'test-kit-stands-on-machine-kit': [['packages/test-kit/src/s.ts', '@concert/service-kit/process/log']],
  'kit-no-owner': [
    ['packages/service-kit/src/t.ts', '@concert/contracts/booking/events'],
    ['packages/design-system/src/t.ts', '@concert/contracts/booking/seating'],
  ],
  'room-not-its-surroundings': [
    ['svc-payment/src/sessions/u.controller.ts', '../../../dev/commands/start.ts'],
    ['svc-notify/src/mails/vc.int.spec.ts', '../../../e2e/check-screen.ts'],
    ['svc-notify/src/mails/vd.harness.ts', '../../../dev/system/system.ts'],
  ],
  'test-kit-only-in-tests': [
    ['svc-payment/src/sessions/v.controller.ts', '@concert/test-kit/probe'],
    ['dev/system/v.ts', '@concert/test-kit/probe'],
    ['dev/commands/v.ts', '@concert/test-kit/probe'],
    ['packages/machine-kit/src/v.ts', '@concert/test-kit/probe'],
  ],
  'harness-only-in-tests': [
    ['svc-payment/src/sessions/ve.controller.ts', '../running-payment.harness.ts'],
    ['svc-payment/src/sessions/vg.controller.ts', './sessions.suite.ts'],
    ['mfe-booking/src/features/hold/vf.tsx', './hold.unit.spec.tsx'],
  ],
  'stand-ins-around-rooms': [['svc-payment/src/sessions/vs.controller.ts', '@concert/stand-ins/mail/sink']],
  'machine-kit-around-rooms': [
    ['svc-payment/src/sessions/va.controller.ts', '@concert/machine-kit/ports'],
    ['packages/service-kit/src/vb.ts', '@concert/machine-kit/ports'],
  ],
  'layer-system': [['dev/system/lb.ts', '../commands/start.ts', '../../e2e/check-screen.ts', '../../deploy/make-secrets.ts']],
  'layer-commands': [['dev/commands/lc.ts', '../prove/prove.ts', '../../deploy/make-secrets.ts']],
  'layer-deploy': [['deploy/ld.ts', '../e2e/check-screen.ts', '../dev/commands/start.ts']],
  'layer-journeys': [
    ['e2e/le.e2e.spec.ts', '../dev/prove/prove.ts'],
    ['e2e/le.ts', '../bench/main.ts'],
  ],
  'layer-experiments': [['dev/prove/lf.ts', '../../bench/main.ts', '../../e2e/check-screen.ts']],
  'layer-measurements': [['bench/lg.ts', '../dev/prove/prove.ts', '../dev/demo/stage.ts', '../e2e/check-screen.ts']],
  'layer-demo': [['dev/demo/lh.ts', '../prove/prove.ts', '../../e2e/check-screen.ts']],
  'testing-only-in-tests': [
    ['shell/src/v.ts', '@concert/web-kit/testing/site.ts'],
    ['packages/web-kit/src/v.ts', './testing/site.ts'],
    ['mfe-booking/src/v.ts', './testing/bookings.ts'],
  ],
  'surroundings-no-room': [
    ['e2e/w.e2e.spec.ts', '../svc-booking/src/bookings/booking.ts'],
    ['dev/w.ts', '../gateway/src/main.ts'],
  ],
  'name-not-banned-from': [
    ['svc-auth/src/helpers/x.controller.ts', '@nestjs/common'],
    ['svc-auth/src/users/password.util.ts', '../main.ts'],
  ],
  'name-not-banned-to': [
    ['svc-auth/src/users/y.controller.ts', '../common/alone.ts', '../shared/alone.ts', '../utils/alone.ts', './manager.ts'],
  ],
  'no-cycle': [['svc-auth/src/users/z.controller.ts', './z2.controller.ts']],
  'no-built-output': [['svc-auth/src/users/za.controller.ts', '../../dist/main.ts']],
  'no-unresolved': [['svc-auth/src/users/zb.controller.ts', './nowhere.ts']],
  'no-undeclared': [['svc-auth/src/users/zc.controller.ts', UNDECLARED]],
};

/** Files that plants point at. */
const targets: Record<string, string[]> = {
  'svc-auth/src/main.ts': [],
  'svc-payment/src/running-payment.harness.ts': [],
  'svc-payment/src/sessions/sessions.suite.ts': [],
  'svc-auth/dist/main.ts': [],
  'svc-auth/src/common/alone.ts': [],
  'svc-auth/src/shared/alone.ts': [],
  'svc-auth/src/utils/alone.ts': [],
  'svc-auth/src/users/manager.ts': [],
  'svc-auth/src/users/z2.controller.ts': ['./z.controller.ts'],
};

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly unresolvedTo?: string;
}

async function write(folder: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

const source = (imports: readonly string[]): string => `${imports.map((target) => `import '${target}';`).join('\n')}\nexport {};\n`;

async function build(folder: string): Promise<void> {
  await write(folder, 'package.json', JSON.stringify({ name: 'house', private: true, type: 'module' }));
  for (const name of [...PACKAGES, UNDECLARED]) {
    await write(folder, `node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js' }));
    await write(folder, `node_modules/${name}/index.js`, 'export {};\n');
  }
  await mkdir(join(folder, 'node_modules/@concert'), { recursive: true });
  const names = WORKSPACES.map((workspace) => `@concert/${workspace.split('/').at(-1)}`);
  for (const [index, workspace] of WORKSPACES.entries()) {
    const withExtension = /web-kit|design-system/.test(workspace);
    const source = workspace === 'contracts' ? './*.ts' : withExtension ? './src/*' : './src/*.ts';
    const dependencies = Object.fromEntries([...PACKAGES, ...names].map((name) => [name, '1.0.0']));
    await write(
      folder,
      `${workspace}/package.json`,
      JSON.stringify({ name: names[index], version: '1.0.0', type: 'module', exports: { './*': { source } }, dependencies }),
    );
    await symlink(join(folder, workspace), join(folder, 'node_modules', names[index] ?? ''));
  }
  for (const [file, imports] of Object.entries(house)) await write(folder, file, source(imports));
}

async function violations(folder: string, rooms: readonly string[] = ROOMS, config = FENCES): Promise<Violation[]> {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [bin, '--config', config, '--output-type', 'json', ...rooms];
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 50_000_000, timeout: 60_000 });
  const { stdout } = await run.catch((refused: unknown) => refused as { stdout: string });
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

let folder = '';
let found: Violation[] = [];

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'fences-')));
  await build(folder);
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('B8-516 the import fences', () => {
  it('let a house through that keeps the rules', async () => {
    expect((await violations(folder)).map(({ rule, from }) => `${rule.name}: ${from}`)).toEqual([]);
  }, 60_000);

  describe('with a forbidden import planted for each rule', () => {
    beforeAll(async () => {
      for (const [file, imports] of Object.entries(targets)) await write(folder, file, source(imports));
      for (const [file, ...targets] of Object.values(plants).flat()) await write(folder, file, source(targets));
      found = await violations(folder);
    }, 60_000);

    it.each(rules.forbidden.map(({ name }) => name))('refuse what breaks %s', (name) => {
      const planted = plants[name]!.flatMap(([file, ...targets]) => targets.map((target) => `${file} ${target.replace('node:', '')}`));
      // What is reached through others is told without the import that leads there.
      const refused = found.filter(({ rule }) => rule.name === name).map(({ from, unresolvedTo = '' }) => `${from} ${unresolvedTo}`);
      expect(planted.filter((one) => !refused.some((told) => one.startsWith(told)))).toEqual([]);
    });

    it('name no rule that does not exist', () => {
      expect(Object.keys(plants).sort()).toEqual(rules.forbidden.map(({ name }) => name).sort());
    });
  });

  describe('between folders', () => {
    let home = '';
    const circles = async () =>
      (await violations(home, ['svc-x', 'mfe-x', 'packages'], join(root, '.dependency-cruiser.folders.cjs'))).map(({ from }) => from);

    beforeAll(async () => {
      home = await realpath(await mkdtemp(join(tmpdir(), 'folders-')));
      await write(home, 'package.json', JSON.stringify({ name: 'house', private: true, type: 'module' }));
      await write(home, 'svc-x/src/users/user.ts', source(['../passwords/password.ts', '../settings.ts']));
      await write(home, 'svc-x/src/passwords/password.ts', source(['../settings.ts']));
      await write(home, 'svc-x/src/passwords/password.unit.spec.ts', source(['../users/user.ts']));
      await write(home, 'svc-x/src/passwords/password.harness.ts', source(['../users/user.ts']));
      await write(home, 'svc-x/src/settings.ts', source(['./users/user.ts', './passwords/password.ts']));
      await write(home, 'mfe-x/src/features/hold/hold.tsx', source(['../../texts.ts', './deep/seconds.ts']));
      await write(home, 'mfe-x/src/features/hold/deep/seconds.ts', source(['../hold.tsx']));
      await write(home, 'mfe-x/src/texts.ts', source(['./features/hold/hold.tsx']));
      await write(home, 'packages/x-kit/src/http/calls.ts', source(['../store/rows.ts']));
      await write(home, 'packages/x-kit/src/store/rows.ts', source([]));
    });

    afterAll(async () => {
      await rm(home, { recursive: true, force: true });
    });

    it('let a house through whose folders need each other one way', async () => {
      expect(await circles()).toEqual([]);
    }, 60_000);

    it('refuse folders that need each other in a circle, be it for a type alone or late', async () => {
      await write(home, 'svc-x/src/passwords/rules.ts', "import type { Link } from '../links/link.ts';\nexport type Rule = Link;\n");
      await write(home, 'svc-x/src/links/link.ts', "export type { User as Link } from '../users/user.ts';\n");
      await write(home, 'mfe-x/src/features/hold/late.tsx', "export const late = () => import('../tickets/ticket.tsx');\n");
      await write(home, 'mfe-x/src/features/tickets/ticket.tsx', source(['../hold/hold.tsx']));
      await write(home, 'packages/x-kit/src/store/rows.ts', source(['../http/calls.ts']));
      expect([...new Set(await circles())].toSorted()).toEqual([
        'mfe-x/src/features/hold',
        'mfe-x/src/features/tickets',
        'packages/x-kit/src/http',
        'packages/x-kit/src/store',
        'svc-x/src/links',
        'svc-x/src/passwords',
        'svc-x/src/users',
      ]);
    }, 60_000);
  });
});
