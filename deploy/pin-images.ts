import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { run } from '@concert/machine-kit/processes';
import { IMAGE_SETTINGS, imagesOf, isPinned, pinned, withoutDigest, withSettings } from './image-pins.ts';

/*
 * Run in the folder of docker-compose.yml, before an installation or a release (docs/operate.md, "Digests"):
 *   node deploy/pin-images.ts           writes the digests of the images that the engine has into .env
 *   node deploy/pin-images.ts --check   changes nothing; code 1 when an image has none
 */

const FILE = '.env';

/** What the engine knows of an image. @throws Failure when there is no engine or no such image */
async function digestsOf(image: string): Promise<string[]> {
  const { code, output, stdout } = await run('docker', ['image', 'inspect', '--format', '{{json .RepoDigests}}', image], {
    withinMs: 30_000,
  });
  if (code !== 0)
    throw new Failure(`The engine has no image ${image}: ${output.trim()}`, `docker pull ${image}, look at it, and run this again.`);
  return (JSON.parse(stdout) as string[] | null) ?? [];
}

try {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const given = { ...parseEnv(text), ...process.env };
  if (process.argv.includes('--check')) {
    const missing = withoutDigest(given);
    if (missing.length > 0) throw new Failure(`No digest in ${missing.join(', ')}.`, 'node deploy/pin-images.ts writes them into .env.');
    console.log(IMAGE_SETTINGS.map((setting) => `${setting}=${given[setting]}`).join('\n'));
  } else {
    const images = imagesOf(readFileSync('docker-compose.yml', 'utf8'));
    const settings: Record<string, string> = {};
    for (const setting of IMAGE_SETTINGS) {
      const image = given[setting] || images[setting];
      settings[setting] = isPinned(image) ? image : pinned(image, await digestsOf(image));
    }
    writeFileSync(FILE, withSettings(text, settings));
    for (const [setting, image] of Object.entries(settings)) console.log(`${setting}=${image}`);
  }
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`${error.message}\n${error.next}`);
  process.exitCode = 1;
}
