import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { houseWith } from './house.harness.ts';
import { imagesCheck } from './images.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'images-'));
const DIGEST = `@sha256:${'d'.repeat(64)}`;
beforeAll(() => {
  process.env.SETUP_FILE = path.join(folder, '.env');
  writeFileSync(path.join(folder, 'docker-compose.yml'), 'image: ${CADDY_IMAGE:-caddy:2.1.0}\nimage: ${MONGO_IMAGE:-mongo:8}');
});
afterAll(() => {
  delete process.env.SETUP_FILE;
  rmSync(folder, { recursive: true });
});

it.each([
  [{}, 'caddy:2.1.0, mongo:8'],
  [{ CADDY_IMAGE: `own:1${DIGEST}` }, 'mongo:8'],
  [{ CADDY_IMAGE: `own:1${DIGEST}`, MONGO_IMAGE: `own:2${DIGEST}` }, undefined],
])('B9-547 names beside a live key the images of others without digest: %j', async (given, open) => {
  const found = await imagesCheck.look(houseWith({ ...given, STRIPE_SECRET_KEY: 'sk_live_a' }));
  expect(found?.state).toBe(open === undefined ? 'green' : 'advice');
  expect(found?.words).toContain(open ?? 'Every image');
  expect(await imagesCheck.look(houseWith(given))).toBeUndefined();
});
