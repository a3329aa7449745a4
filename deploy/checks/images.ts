import { isLive } from '../../dev/system/live-keys.ts';
import { advice, green, check } from './check.ts';

const DIGEST = /@sha256:[\da-f]{64}$/;

/** Whether nobody can give the name of an image of others to another one: a name can be given anew, a digest cannot. */
export const imagesCheck = check('images', ({ env, compose }) => {
  if (!isLive(env) || compose === undefined) return undefined;
  const named = [...compose.matchAll(/\$\{([A-Z]+_IMAGE):-([^}]+)\}/g)];
  const images = new Set(named.map(([, setting = '', image = '']) => env[setting] || image));
  const open = [...images].filter((image) => !DIGEST.test(image));
  if (open.length === 0) return green('Every image of others is named by its digest.');
  return advice(
    `These images have no digest: ${open.join(', ')}.`,
    'Whoever owns such a name can put another image behind it.',
    'sh deploy/lock-images.sh writes the digests into docker-compose.yml, where the registries can be reached.',
  );
});
