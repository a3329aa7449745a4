import { expect, it } from '@jest/globals';
import { houseWith } from './house.harness.ts';
import { imagesCheck } from './images.ts';

const DIGEST = `@sha256:${'d'.repeat(64)}`;
const compose = 'image: ${CADDY_IMAGE:-caddy:2.1.0}\nimage: ${MONGO_IMAGE:-mongo:8}';

it.each([
  [{}, 'caddy:2.1.0, mongo:8'],
  [{ CADDY_IMAGE: `own:1${DIGEST}` }, 'mongo:8'],
  [{ CADDY_IMAGE: `own:1${DIGEST}`, MONGO_IMAGE: `own:2${DIGEST}` }, undefined],
])('B9-547 names beside a live key the images of others without digest: %j', async (given, open) => {
  const found = await imagesCheck.look({ ...houseWith({ ...given, STRIPE_SECRET_KEY: 'sk_live_a' }), compose });
  expect(found?.state).toBe(open === undefined ? 'green' : 'advice');
  expect(found?.words).toContain(open ?? 'Every image');
  expect(await imagesCheck.look({ ...houseWith(given), compose })).toBeUndefined();
});
