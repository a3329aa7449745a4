import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get as plainGet } from 'node:http';
import { get } from 'node:https';
import path from 'node:path';
import { connect } from 'node:tls';
import { run } from '@concert/machine-kit/processes';
import { certificateFolder, createAuthority, type TestAuthority } from '@concert/test-kit/certificates';
import { KeyRing } from '@concert/test-kit/keys';
import { openTestRoom } from '@concert/test-kit/servers';
import { including, until } from '@concert/test-kit/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { probeIndexes, probeRoutes, startProbe, thingMadeV1, thingSoldV1 } from '../../test/probe-service.ts';
import { IdentitySigner } from '../identity/identity.ts';
import { InternalClient } from '../http/internal-client.ts';
import { migrate } from '../migrations.ts';
import type { RunningService } from '../service.ts';

const room = openTestRoom();
const keys = new KeyRing(['gateway', 'svc-notify', 'svc-booking']);
const lines: string[] = [];
let authority: TestAuthority;
let folder: Awaited<ReturnType<typeof certificateFolder>>;
let service: RunningService;

const neighbour = () =>
  new InternalClient('svc-notify', [service.url], new IdentitySigner('svc-booking', keys.settingsFor('svc-booking').IDENTITY_PRIVATE_KEY));
const call = () => neighbour().call(probeRoutes.inside, { params: { number: '7' } });
const files = () => ({ TLS_CERT_FILE: folder.file('tls.crt'), TLS_KEY_FILE: folder.file('tls.key'), TLS_CA_FILE: folder.file('ca.crt') });
const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256;

/** The certificate that whoever connects now is shown. */
function shownAt(url: string): Promise<string> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), ca: authority.cert }, () => {
      resolve(socket.getPeerX509Certificate()!.fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

function read(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca: authority.cert, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

beforeAll(async () => {
  [authority, folder] = await Promise.all([createAuthority('this system'), certificateFolder()]);
  const stranger = await createAuthority('somebody else');
  const { cert, key } = await authority.issue('svc-notify');
  await folder.write({ 'tls.crt': cert, 'tls.key': key, 'ca.crt': stranger.cert });
  const database = await mongoose.createConnection(room.mongoUrl).asPromise();
  await migrate(database, [], probeIndexes, () => undefined);
  await database.close();
  await room.openBroker([thingMadeV1, thingSoldV1]);
  service = await startProbe(
    { ...room.settingsOf('svc-notify'), ...keys.settingsFor('svc-notify'), ...files() },
    { logLines: { write: (line) => void lines.push(line) }, lookMs: 200 },
  );
});

afterAll(async () => {
  await service?.stop();
  await folder?.remove();
  await room.close();
});

describe('between processes', () => {
  it('B9-533 a certificate of a stranger is refused, and one of an authority that is trusted meanwhile is believed without a restart', async () => {
    expect(new URL(service.url).protocol).toBe('https:');
    await expect(call()).rejects.toMatchObject({ name: 'NeighbourUnavailableError', cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } });
    await folder.write({ 'ca.crt': authority.cert });
    expect(await until('its authority is trusted', call)).toEqual({ number: '7' });
  });

  it('B9-533 health and metrics are read over https as well, and nothing is answered to plain text', async () => {
    expect(await read(`${service.url}/health/live`)).toContain('"');
    expect(await read(service.metricsUrl!)).toContain('dependency_up');
    for (const url of [service.url, service.metricsUrl!]) {
      const answer = new Promise((resolve, reject) => {
        plainGet(url.replace('https', 'http'), { agent: false }, (response) => resolve(response.statusCode)).on('error', reject);
      });
      await expect(answer).rejects.toThrow();
    }
    expect(await call()).toEqual({ number: '7' });
  });

  it('B9-533 a renewed certificate is shown without a restart, and calls go on', async () => {
    const { cert, key } = await authority.issue('svc-notify, renewed');
    expect(await shownAt(service.url)).not.toBe(fingerprintOf(cert));
    await folder.write({ 'tls.crt': cert, 'tls.key': key });
    for (const url of [service.url, service.metricsUrl!])
      await until('the renewed certificate is shown', () => shownAt(url), fingerprintOf(cert));
    expect(await call()).toEqual({ number: '7' });
  });

  it('B9-546 tells how long the certificate and the authorities in use are good, also of a renewed one', async () => {
    const daysLeft = async () => {
      const text = await read(service.metricsUrl!);
      return Object.fromEntries(
        [...text.matchAll(/^certificate_expires_in_seconds\{use="process",kind="(\w+)",.*\} (\S+)$/gm)].map(([, kind, seconds]) => [
          kind,
          Math.round(Number(seconds) / 86_400),
        ]),
      );
    };
    expect(await daysLeft()).toEqual({ certificate: 1, authority: 1 });
    const { cert, key } = await authority.issue('svc-notify, for longer', { days: 90 });
    await folder.write({ 'tls.crt': cert, 'tls.key': key });
    await until('the renewed one counts', daysLeft, ({ certificate }) => certificate === 90);
  });

  it('B9-533 a process whose certificate does not fit does not start, and names the setting', async () => {
    const { key } = await authority.issue('another');
    await folder.write({ 'other.key': key, 'empty.crt': '' });
    const start = (over: Record<string, string>) =>
      startProbe({ ...room.settingsOf('svc-notify'), ...keys.settingsFor('svc-notify'), ...files(), ...over });
    await expect(start({ TLS_KEY_FILE: folder.file('other.key') })).rejects.toThrow(/TLS_CERT_FILE names no certificate .* TLS_KEY_FILE/);
    await expect(start({ TLS_CERT_FILE: folder.file('absent') })).rejects.toThrow('TLS_CERT_FILE names a file that cannot be read');
    await expect(start({ TLS_CA_FILE: folder.file('empty.crt') })).rejects.toThrow('TLS_CA_FILE names a file without a certificate');
  });

  it('B9-533 the health check of the images follows', async () => {
    const text = readFileSync(path.join(import.meta.dirname, '../../../../deploy/Dockerfile'), 'utf8');
    const [, ...args] = JSON.parse(/^HEALTHCHECK .*CMD (\[.*\])$/m.exec(text)![1]!) as string[];
    const check = async (env: NodeJS.ProcessEnv) => (await run(process.execPath, args, { env, withinMs: 20_000 })).code;
    const env = { SERVICE_PORT: new URL(service.url).port };
    await until('the service is ready', () => read(`${service.url}/health/ready`), including('"ready":true'));
    expect(await check({ ...env, TLS_CERT_FILE: folder.file('tls.crt') })).toBe(0);
    expect(await check(env)).toBe(1);
    expect(await check({ SERVICE_PORT: '9', TLS_CERT_FILE: folder.file('tls.crt') })).toBe(1);
  });
});
