import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { readEnvFile, withSettings, writeEnvFile } from './env-file.ts';
import { IMAGE_SETTINGS, imagesOf, isPinned } from './image-pins.ts';
import { pinnedImage } from './registry-digests.ts';

/*
 * Before an installation or a release, in the folder of docker-compose.yml (docs/operate.md, "Memory and images"):
 *   docker compose run --rm pin-images    writes the digests that the registries tell into .env
 */

/** Where that folder is mounted. */
const FOLDER = process.env.CHECKOUT_FOLDER ?? '.';
const COMPOSE = path.join(FOLDER, 'docker-compose.yml');
const FILE = path.join(FOLDER, '.env');

try {
  const text = readEnvFile(FILE);
  const given = { ...parseEnv(text), ...process.env };
  const images = imagesOf(readFileSync(COMPOSE, 'utf8'));
  const settings: Record<string, string> = {};
  for (const setting of IMAGE_SETTINGS) {
    const image = given[setting] || images[setting];
    settings[setting] = isPinned(image) ? image : await pinnedImage(image);
  }
  writeEnvFile(FILE, withSettings(text, settings));
  for (const [setting, image] of Object.entries(settings)) console.log(`${setting}=${image}`);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`${error.message}\n${error.next}`);
  process.exitCode = 1;
}
