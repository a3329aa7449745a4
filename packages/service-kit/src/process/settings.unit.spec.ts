import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { httpAddresses, readSettings, serviceSettings, SettingsError } from './settings.ts';

const pair = makeKeyPair();
const right = {
  SERVICE_PORT: '8104',
  PUBLIC_ORIGIN: 'http://localhost:8080',
  MONGO_URL: 'mongodb://svc:secret@127.0.0.1:8117/notify',
  RABBITMQ_URL: 'amqp://guest:guest@127.0.0.1:8172',
  IDENTITY_PRIVATE_KEY: pair.privateKey,
  PSEUDONYM_KEY: randomBytes(16).toString('hex'),
  IDENTITY_PUBLIC_KEYS: JSON.stringify({ gateway: [pair.publicKey] }),
};
const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function faultsOf(env: Record<string, string>): Record<string, string> {
  try {
    readSettings(serviceSettings, env);
    return {};
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const value of Object.values(env)) if (value.length > 5) expect(error.message).not.toContain(value);
    return Object.fromEntries(error.faults.map(({ setting, fault }) => [setting, fault]));
  }
}

describe('settings', () => {
  it('are parsed, with defaults for what may be left out', () => {
    expect(readSettings(serviceSettings, { ...right, LOG_LEVEL: '', PATH: '/bin' })).toMatchObject({
      SERVICE_PORT: 8104,
      SERVICE_HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      MONGO_POOL_SIZE: 50,
      EVENTS_EXCHANGE: 'concert.events',
    });
  });

  it('name every fault at once', () => {
    expect(faultsOf({})).toEqual(Object.fromEntries(Object.keys(right).map((name) => [name, 'is missing'])));
    expect(
      faultsOf({
        ...right,
        SERVICE_PORT: '70000',
        MONGO_URL: 'postgres://secretvalue',
        RABBITMQ_URL: 'http://secretvalue',
        LOG_LEVEL: 'verbosely',
        SHUTDOWN_SECONDS: '-1',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'secretvalue',
      }),
    ).toEqual({
      SERVICE_PORT: 'must be a whole number from 0 to 65535',
      MONGO_URL: 'must be a mongodb:// address',
      RABBITMQ_URL: 'must be an amqp:// address',
      LOG_LEVEL: 'must be debug, info, warn, error or silent',
      SHUTDOWN_SECONDS: 'must be a whole number from 1 to 300',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'must be an http or https address',
    });
  });

  it.each(['0x1F90', '8080.5', ' 8080', '1e3', '-1', 'secretvalue'])('take no %j for a port', (value) => {
    expect(faultsOf({ ...right, SERVICE_PORT: value })).toEqual({ SERVICE_PORT: 'must be a whole number from 0 to 65535' });
  });

  it('take the digits of every script', () => {
    expect(faultsOf({ ...right, SERVICE_PORT: '٨٠٨٠' })).toEqual({});
  });

  it.each(['http://localhost:8080/', 'https://example.org'])('take %s as origin', (value) => {
    expect(readSettings(serviceSettings, { ...right, PUBLIC_ORIGIN: value }).PUBLIC_ORIGIN).toBe(value.replace(/\/$/, ''));
  });

  it.each(['localhost:8080', 'javascript:alert(1)', 'http://localhost:8080/path', 'http://user@localhost', '*', 'null'])(
    'refuse %s as origin',
    (value) => {
      expect(Object.keys(faultsOf({ ...right, PUBLIC_ORIGIN: value }))).toEqual(['PUBLIC_ORIGIN']);
    },
  );

  it('take addresses of copies, which differ only in host and port', () => {
    const taken = (value: string) => httpAddresses.safeParse(value).data;
    expect(taken('https://svc-booking:8080/')).toEqual(['https://svc-booking:8080']);
    expect(taken('http://127.0.0.1:1/x, http://127.0.0.2:1/x')).toEqual(['http://127.0.0.1:1/x', 'http://127.0.0.2:1/x']);
    for (const wrong of ['', 'svc-booking:8080', 'http://a,', 'http://a,https://b', 'http://a/x,http://b/y'])
      expect([wrong, taken(wrong)]).toEqual([wrong, undefined]);
  });

  it('refuse keys that are of another kind, cut, or on the wrong side', () => {
    expect(Object.keys(faultsOf({ ...right, IDENTITY_PRIVATE_KEY: pair.publicKey }))).toEqual(['IDENTITY_PRIVATE_KEY']);
    expect(Object.keys(faultsOf({ ...right, IDENTITY_PRIVATE_KEY: pair.privateKey.slice(0, 20) }))).toEqual(['IDENTITY_PRIVATE_KEY']);
    for (const gateway of [pair.publicKey, [], [pair.publicKey, pair.publicKey.slice(4)], Array.from({ length: 6 }, () => pair.publicKey)])
      expect(Object.keys(faultsOf({ ...right, IDENTITY_PUBLIC_KEYS: JSON.stringify({ gateway }) }))).toEqual(['IDENTITY_PUBLIC_KEYS']);
    expect(Object.keys(faultsOf({ ...right, IDENTITY_PUBLIC_KEYS: 'gateway=key' }))).toEqual(['IDENTITY_PUBLIC_KEYS']);
  });

  it('refuse plain text to other machines, unless it is allowed', () => {
    const open = { ...right, MONGO_URL: 'mongodb://svc:secret@mongo:27017/notify', SERVICE_HOST: '0.0.0.0' };
    expect(Object.keys(faultsOf(open)).sort()).toEqual(['MONGO_URL', 'SERVICE_HOST']);
    expect(faultsOf({ ...open, ALLOW_PLAINTEXT: 'true' })).toEqual({});
    expect(Object.keys(faultsOf({ ...open, ALLOW_PLAINTEXT: 'yes' }))).toEqual(['ALLOW_PLAINTEXT']);
  });

  it('come from files, whose last line break does not count', () => {
    const file = path.join(folder, 'mongo-url');
    writeFileSync(file, `${right.MONGO_URL}\n`);
    const { MONGO_URL: _, ...rest } = right;
    expect(readSettings(serviceSettings, { ...rest, MONGO_URL_FILE: file }).MONGO_URL).toBe(right.MONGO_URL);
    expect(faultsOf({ ...right, MONGO_URL_FILE: file })).toEqual({ MONGO_URL: 'is set twice: remove MONGO_URL or MONGO_URL_FILE' });
    writeFileSync(path.join(folder, 'empty'), '\n');
    expect(faultsOf({ ...rest, MONGO_URL_FILE: path.join(folder, 'empty') })).toEqual({ MONGO_URL: 'is missing' });
    expect(
      readSettings(serviceSettings, { ...right, OTEL_EXPORTER_OTLP_ENDPOINT_FILE: path.join(folder, 'empty') }).OTEL_EXPORTER_OTLP_ENDPOINT,
    ).toBeUndefined();
    expect(faultsOf({ ...rest, MONGO_URL_FILE: path.join(folder, 'absent') })).toEqual({
      MONGO_URL_FILE: 'names a file that cannot be read',
    });
  });
});
