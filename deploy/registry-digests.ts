import { Failure } from '@concert/machine-kit/failure';

/* Asks registries by the protocol that all of them speak (OCI Distribution), as an engine does before it pulls. */

const WITHIN_MS = 20_000;
/** Lists of images for several kinds of machine before images for one. */
const KINDS = ['application/vnd.oci.image.index.v1+json', 'application/vnd.docker.distribution.manifest.list.v2+json']
  .concat('application/vnd.oci.image.manifest.v1+json', 'application/vnd.docker.distribution.manifest.v2+json')
  .join(', ');

/** Where an image is asked for: without a registry in its name, at Docker Hub. */
function addressOf(image: string): string {
  const [, name = image, tag = 'latest'] = /^(.+?)(?::([^:/]+))?$/.exec(image) ?? [];
  const [first = '', ...rest] = name.split('/');
  if (rest.length === 0) return `https://registry-1.docker.io/v2/library/${name}/manifests/${tag}`;
  if (first === 'docker.io' || !/[.:]|^localhost$/.test(first))
    return `https://registry-1.docker.io/v2/${first === 'docker.io' ? rest.join('/') : name}/manifests/${tag}`;
  const scheme = /^(localhost|127[.]0[.]0[.]1)(:|$)/.test(first) ? 'http' : 'https';
  return `${scheme}://${first}/v2/${rest.join('/')}/manifests/${tag}`;
}

/** A token for somebody who has no account, where a registry wants one. */
async function tokenFor(challenge: string | null): Promise<string | undefined> {
  if (!challenge?.startsWith('Bearer ')) return undefined;
  const asked = new URLSearchParams();
  for (const [, name = '', value = ''] of challenge.matchAll(/(\w+)="([^"]*)"/g)) asked.set(name, value);
  const realm = asked.get('realm');
  if (realm === null) return undefined;
  asked.delete('realm');
  const answer = await fetch(`${realm}?${asked.toString()}`, { signal: AbortSignal.timeout(WITHIN_MS) });
  const { token, access_token: other } = (await answer.json()) as { token?: string; access_token?: string };
  return token ?? other;
}

/**
 * An image's name with the digest by which its registry knows it now.
 * @throws Failure when the registry does not answer, or has no such image for everybody
 */
export async function pinnedImage(image: string): Promise<string> {
  const ask = (headers: Record<string, string>) =>
    fetch(addressOf(image), { method: 'HEAD', headers: { accept: KINDS, ...headers }, signal: AbortSignal.timeout(WITHIN_MS) });
  let answer: Response;
  try {
    answer = await ask({});
    const token = answer.status === 401 ? await tokenFor(answer.headers.get('www-authenticate')) : undefined;
    if (token !== undefined) answer = await ask({ authorization: `Bearer ${token}` });
  } catch (error) {
    throw new Failure(`The registry of ${image} does not answer: ${String(error)}`, 'run this again where it can be reached.');
  }
  const digest = answer.headers.get('docker-content-digest') ?? '';
  if (!answer.ok || !/^sha256:[\da-f]{64}$/.test(digest))
    throw new Failure(
      `The registry knows no digest of ${image} (${answer.status}).`,
      'look whether its name is right; write an image that has no registry into .env yourself.',
    );
  return `${image}@${digest}`;
}
