import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { settingsOf } from './settings-of.ts';

interface Process {
  readonly image?: string;
  readonly build?: { readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly mem_limit?: string;
  readonly stop_grace_period?: string;
  readonly healthcheck?: object;
  readonly ports?: readonly string[];
  readonly user?: string;
}

const text = readFileSync(path.join(import.meta.dirname, '../docker-compose.yml'), 'utf8');
const { services } = parse(text, { merge: true }) as { services: Record<string, Process> };
const PARTS = ['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify', 'shell', 'mfe-public', 'mfe-booking', 'mfe-admin'];
const secretsMade = readFileSync(path.join(import.meta.dirname, 'make-secrets.ts'), 'utf8');

describe('docker-compose.yml', () => {
  it('gives each process every setting it demands, none it does not know, and secrets only as files', async () => {
    for (const part of PARTS) {
      const settings = await settingsOf(part);
      const given = Object.keys(services[part]?.environment ?? {});
      const names = given.map((name) => name.replace(/_FILE$/, ''));
      expect({ part, unknown: names.filter((name) => !settings.all.includes(name)) }).toEqual({ part, unknown: [] });
      expect({ part, missing: settings.demanded.filter((name) => !names.includes(name) && !settings.fromImage.includes(name)) }).toEqual({
        part,
        missing: [],
      });
      expect({ part, open: given.filter((name) => settings.secret.includes(name)) }).toEqual({ part, open: [] });
    }
  });

  it('lays every secret that a process reads into its own volume', () => {
    for (const part of PARTS) {
      for (const [setting, file] of Object.entries(services[part]?.environment ?? {})) {
        if (!setting.endsWith('_FILE')) continue;
        const name = String(file).replace('/secrets/', '');
        const made = secretsMade.includes(`'${part}/${name}'`) || secretsMade.includes(`\${name}/${name}\``);
        expect({ part, setting, made }).toEqual({ part, setting, made: true });
        expect(services[part]?.volumes).toEqual([expect.stringMatching(/^secrets-[a-z]+:\/secrets:ro$/)]);
      }
    }
  });

  it('B8-10 runs each process alone: read-only, without rights, with limits, time to stop and a new start after each end; only the gateway is reached from outside, its metrics by nobody', () => {
    for (const part of PARTS) {
      const process = services[part]!;
      expect({ part, ...process }).toMatchObject({
        part,
        image: `concert/${part}`,
        read_only: true,
        cap_drop: ['ALL'],
        restart: 'unless-stopped',
        mem_limit: expect.any(String),
        stop_grace_period: expect.any(String),
      });
      expect({ part, user: process.user }).toEqual({ part, user: undefined });
    }
    const open = PARTS.filter((part) => services[part]?.ports?.some((port) => !port.startsWith('127.0.0.1:')));
    expect(open).toEqual(['gateway']);
    expect(PARTS.flatMap((part) => services[part]?.ports ?? []).filter((port) => port.includes('9464'))).toEqual([]);
  });

  it('migrates each database before its service starts', () => {
    for (const part of PARTS.filter((name) => name.startsWith('svc-'))) {
      expect(services[part.replace('svc-', 'migrate-')]).toMatchObject({
        image: `concert/${part}`,
        command: ['node', `${part}/dist/commands/migrate.js`],
      });
      expect(services[part]).toMatchObject({
        depends_on: { [part.replace('svc-', 'migrate-')]: { condition: 'service_completed_successfully' } },
      });
    }
  });

  it('B9-22 keeps the exchange of facts, which no service may make again, with the account that set it up and nobody else has', () => {
    const { 'rabbitmq-setup': setUp, 'rabbitmq-keeper': keeper } = services;
    expect(setUp).toMatchObject({ command: ['node', 'deploy/set-up-rabbitmq.ts'] });
    expect(keeper).toMatchObject({
      image: setUp!.image,
      command: ['node', 'deploy/set-up-rabbitmq.ts', '--watch'],
      restart: 'unless-stopped',
      depends_on: { 'rabbitmq-setup': { condition: 'service_completed_successfully' } },
    });
    const holders = Object.entries(services).filter(([, { volumes }]) =>
      volumes?.some((volume) => volume.startsWith('secrets-rabbitmq-setup:')),
    );
    expect(holders.map(([name]) => name).sort()).toEqual(['rabbitmq-keeper', 'rabbitmq-setup', 'secrets']);
  });
});
