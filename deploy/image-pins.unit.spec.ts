import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '@concert/machine-kit/processes';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IMAGE_SETTINGS } from './image-pins.ts';
import { pinnedImage } from './registry-digests.ts';

const root = path.join(import.meta.dirname, '..');
const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

describe('docker compose run --rm pin-images', () => {
  let folder: string;
  let registry: Server;
  let host: string;
  /** What the registry was asked for with a token. */
  let asked: string[];
  let isAway = false;

  /** The program beside a registry that wants a token, and knows every image but those whose name ends with `gone`. */
  const pin = () =>
    run(process.execPath, [path.join(root, 'deploy/pin-images.ts')], {
      env: { PATH: process.env['PATH'], CHECKOUT_FOLDER: folder },
      withinMs: 30_000,
    });
  const env = () => path.join(folder, '.env');
  const images = (name: (setting: string) => string) => IMAGE_SETTINGS.map((setting) => `${setting}=${host}/${name(setting)}:1.2`);

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'pins-'));
    copyFileSync(path.join(root, 'docker-compose.yml'), path.join(folder, 'docker-compose.yml'));
    asked = [];
    registry = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://any');
      if (isAway) return void response.writeHead(503).end();
      if (url.pathname === '/token')
        return void response.end(JSON.stringify({ token: `${url.searchParams.get('service')} ${url.searchParams.get('scope')}` }));
      if (request.headers.authorization !== 'Bearer r repository:any:pull')
        return void response
          .writeHead(401, { 'www-authenticate': `Bearer realm="http://${host}/token",service="r",scope="repository:any:pull"` })
          .end();
      asked.push(`${request.method} ${url.pathname} ${request.headers.accept?.includes('image.index')}`);
      if (url.pathname.includes('gone')) return void response.writeHead(404).end();
      response.writeHead(200, { 'docker-content-digest': digest('d') }).end();
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    registry.close();
    rmSync(folder, { recursive: true });
  });

  it('B9-547 writes the digests that the registries tell in place of each image, and nothing else', async () => {
    const named = images((setting) => `base/${setting.toLowerCase()}`);
    writeFileSync(env(), ['SITE_PORT=8090', '# NODE_IMAGE=x', ...named, ''].join('\n'));
    const { code, output } = await pin();
    expect([code, output]).toEqual([0, expect.stringContaining(digest('d'))]);
    expect(readFileSync(env(), 'utf8')).toBe(
      ['SITE_PORT=8090', '# NODE_IMAGE=x', ...named.map((line) => `${line}@${digest('d')}`), ''].join('\n'),
    );
    expect(asked).toEqual(IMAGE_SETTINGS.map((setting) => `HEAD /v2/base/${setting.toLowerCase()}/manifests/1.2 true`));
    // What has a digest is not asked for again.
    expect([(await pin()).code, asked.length]).toEqual([0, IMAGE_SETTINGS.length]);
  });

  it('B9-547 writes nothing when a registry does not know an image, or is away', async () => {
    const text = [...images(() => 'gone'), ''].join('\n');
    writeFileSync(env(), text);
    const { code, output } = await pin();
    expect([code, output]).toEqual([1, expect.stringContaining(`The registry knows no digest of ${host}/gone:1.2 (404).`)]);
    isAway = true;
    expect((await pin()).output).toContain('(503)');
    isAway = false;
    await expect(pinnedImage('127.0.0.1:1/any:1')).rejects.toThrow('The registry of 127.0.0.1:1/any:1 does not answer');
    expect(readFileSync(env(), 'utf8')).toBe(text);
  });
});
