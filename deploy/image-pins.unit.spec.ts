import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '@concert/machine-kit/processes';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { digestFaults, imagesOf, IMAGE_SETTINGS, pinned, withSettings } from './image-pins.ts';

const root = path.join(import.meta.dirname, '..');
const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
const PINNED = Object.fromEntries(IMAGE_SETTINGS.map((setting) => [setting, `any:1@${digest('a')}`]));

describe('an installation that takes real money', () => {
  it.each(IMAGE_SETTINGS)('B9-48 takes no key while %s can be moved to another image', (setting) => {
    for (const image of [undefined, '', 'node:24.21.0', 'node@sha256:abc', `node:24@${digest('a')} `]) {
      const env = { ...PINNED, [setting]: image };
      expect(digestFaults({ ...env, STRIPE_SECRET_KEY: 'sk_live_a' })).toEqual([expect.stringContaining(`${setting} has no digest`)]);
      expect(digestFaults({ ...env, STRIPE_SECRET_KEY: 'sk_test_a' })).toEqual([]);
    }
    expect(digestFaults({ ...PINNED, STRIPE_SECRET_KEY: 'sk_live_a' })).toEqual([]);
  });
});

describe('the digest of an image', () => {
  it.each([
    ['node:24.21.0-bookworm-slim', `node@${digest('b')}`],
    ['mongo:8.0.28', `docker.io/library/mongo@${digest('b')}`],
    ['registry.example:5000/base/node:24', `registry.example:5000/base/node@${digest('b')}`],
  ])('B9-48 of %s is that of its own repository', (image, known) => {
    expect(pinned(image, [`elsewhere/copy@${digest('c')}`, known])).toBe(`${image}@${digest('b')}`);
  });

  it('B9-48 is not made up', () => {
    expect(() => pinned('local/node:24', [])).toThrow('The engine knows no digest of local/node:24.');
    expect(() => pinned('node:24', [`elsewhere/node@${digest('c')}`])).toThrow('The engine knows no digest');
  });

  it('B9-48 takes the place of what .env says about that image and of nothing else', () => {
    expect(withSettings('SITE_PORT=80\nNODE_IMAGE=node:1\n# NODE_IMAGE=x\n', { NODE_IMAGE: 'node:2' })).toBe(
      'SITE_PORT=80\n# NODE_IMAGE=x\nNODE_IMAGE=node:2\n',
    );
    expect(withSettings('', { NODE_IMAGE: 'node:2' })).toBe('NODE_IMAGE=node:2\n');
  });
});

describe('node deploy/pin-images.ts', () => {
  let folder: string;

  /** The program beside a container engine that knows only what the test tells it. */
  const pin = (...args: string[]) =>
    run(process.execPath, [path.join(root, 'deploy/pin-images.ts'), ...args], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env['PATH']}` },
      withinMs: 30_000,
    });

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pins-'));
    copyFileSync(path.join(root, 'docker-compose.yml'), path.join(folder, 'docker-compose.yml'));
    writeFileSync(path.join(folder, 'docker'), `#!/bin/sh\nfor image; do :; done\necho "[\\"\${image%%:*}@${digest('d')}\\"]"\n`);
    chmodSync(path.join(folder, 'docker'), 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('B9-48 finds what has no digest, writes those that the engine has, and finds nothing then', async () => {
    writeFileSync(path.join(folder, '.env'), 'SITE_PORT=8090\n');
    const before = await pin('--check');
    expect([before.code, before.output]).toEqual([1, expect.stringContaining(`No digest in ${IMAGE_SETTINGS.join(', ')}.`)]);
    expect((await pin()).code).toBe(0);
    const images = imagesOf(readFileSync(path.join(root, 'docker-compose.yml'), 'utf8'));
    expect(readFileSync(path.join(folder, '.env'), 'utf8')).toBe(
      `SITE_PORT=8090\n${IMAGE_SETTINGS.map((setting) => `${setting}=${images[setting]}@${digest('d')}\n`).join('')}`,
    );
    expect((await pin('--check')).code).toBe(0);
  });

  it('B9-48 writes nothing when the engine does not know an image', async () => {
    rmSync(path.join(folder, '.env'), { force: true });
    writeFileSync(path.join(folder, 'docker'), '#!/bin/sh\necho "No such image" >&2\nexit 1\n');
    const { code, output } = await pin();
    expect([code, output]).toEqual([1, expect.stringContaining('docker pull node:24.21.0-bookworm-slim')]);
    expect((await pin('--check')).code).toBe(1);
  });
});
