import { Failure } from '@concert/machine-kit/failure';
import type { SettingRule } from '../dev/system/setting-rules.ts';

/** Settings of docker-compose.yml that name images which others make. */
export const IMAGE_SETTINGS = [
  'NODE_IMAGE',
  'MONGO_IMAGE',
  'RABBITMQ_IMAGE',
  'CADDY_IMAGE',
  'PROMETHEUS_IMAGE',
  'ALERTMANAGER_IMAGE',
  'RESTIC_IMAGE',
] as const;
export type ImageSetting = (typeof IMAGE_SETTINGS)[number];

const DIGEST = /@sha256:[\da-f]{64}$/;
export const isPinned = (image: string): boolean => DIGEST.test(image);

/** Beside a live key each image is named with its digest. */
export const IMAGE_RULES: readonly SettingRule[] = IMAGE_SETTINGS.map((setting) => ({
  setting,
  beside: 'live key',
  fault: (image) => !isPinned(image) && 'has no digest',
  how: 'docker compose run --rm pin-images writes it into .env',
}));

/** The images that docker-compose.yml takes where nothing else is set. */
export function imagesOf(compose: string): Record<ImageSetting, string> {
  const images = IMAGE_SETTINGS.map((setting) => {
    const [, image] = new RegExp(`\\$\\{${setting}:-([^}]+)\\}`).exec(compose) ?? [];
    if (image === undefined) throw new Failure(`docker-compose.yml does not name ${setting}.`, 'run this in the folder of the checkout.');
    return [setting, image] as const;
  });
  return Object.fromEntries(images) as Record<ImageSetting, string>;
}
