/*
 * The service worker of one page, its scope: it keeps what the page is made of on the device, so that the page opens without network. It is
 * a file of its own under a name that stays, because browsers look for a newer one under the same address.
 *
 * What it keeps is one version: the page's document, the lists that lead to its files, and those files, in one cache named after all of them.
 * A version counts once it is whole; the one before is deleted only then, so a phone that goes out of reach in the middle of an update
 * opens the page as it was. Nothing of a person is kept here, and no call of the API is answered.
 */
{
  interface Extendable {
    waitUntil(work: Promise<unknown>): void;
  }
  interface Asked extends Extendable {
    readonly request: Request;
    respondWith(answer: Promise<Response>): void;
  }
  interface Told extends Extendable {
    readonly data: unknown;
  }
  interface PageWorker {
    readonly location: Location;
    readonly registration: { readonly scope: string };
    readonly clients: { claim(): Promise<void> };
    skipWaiting(): Promise<void>;
    addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
    addEventListener(type: 'message', listener: (event: Told) => void): void;
    addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  }

  const worker = globalThis as unknown as PageWorker;
  const page = new URL(worker.registration.scope).pathname;
  const remote = `/remotes/${new URL(worker.location.href).searchParams.get('remote') ?? ''}`;
  const [ofShell, ofRemote] = ['/offline-files.json', `${remote}/offline-files.json`];
  /** What names the files, and may be another at the same address tomorrow. */
  const lists = [page, '/remotes.json', `${remote}/mf-manifest.json`, ofShell, ofRemote];
  const prefix = `offline ${page} `;
  const WHOLE = '/offline-whole';
  /** A name that holds its content's hash is the same file for ever. */
  const HASHED = /\.[0-9a-f]{8,}\.[^/]+$/;
  /** How long a network that hardly answers may keep a page that is here already. */
  const PATIENCE_MS = 800;
  /** After such a wait, how long nothing else waits. */
  const HASTE_MS = 10_000;

  let hasteUntil = 0;
  let version: Promise<Cache | undefined> | undefined;
  let keeping: Promise<void> | undefined;

  const read = async (path: string): Promise<Response> => {
    const response = await fetch(path, { cache: HASHED.test(path) ? 'default' : 'no-store' });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response;
  };

  const keepVersion = async (): Promise<void> => {
    const answers = new Map(await Promise.all(lists.map(async (path) => [path, await read(path)] as const)));
    const texts = new Map(await Promise.all([...answers].map(async ([path, answer]) => [path, await answer.clone().text()] as const)));
    const filesIn = (list: string, of: string) => (JSON.parse(texts.get(list) ?? '{}') as Record<string, readonly string[]>)[of] ?? [];
    const files = [...filesIn(ofShell, '*').map((file) => `/${file}`), ...filesIn(ofRemote, page).map((file) => `${remote}/${file}`)];
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode([...texts.values()].join('\n')));
    const name = `${prefix}${Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    const kept = await caches.open(name);
    if (!(await kept.match(WHOLE))) {
      const known = async (file: string) => (HASHED.test(file) ? caches.match(file) : undefined);
      await Promise.all(files.map(async (file) => kept.put(file, (await known(file)) ?? (await read(file)))));
      await Promise.all([...answers].map(([path, answer]) => kept.put(path, answer)));
      await kept.put(WHOLE, new Response());
    }
    for (const other of await caches.keys()) if (other.startsWith(prefix) && other !== name) await caches.delete(other);
    version = undefined;
  };

  const renew = (): Promise<void> => (keeping ??= keepVersion().finally(() => (keeping = undefined)));

  const wholeVersion = async (): Promise<Cache | undefined> => {
    for (const name of await caches.keys()) {
      if (!name.startsWith(prefix)) continue;
      const cache = await caches.open(name);
      if (await cache.match(WHOLE)) return cache;
    }
    return undefined;
  };

  const answer = async (request: Request, path: string): Promise<Response> => {
    const kept = await (await (version ??= wholeVersion()))?.match(path, { ignoreVary: true });
    if (!kept) return fetch(request);
    if (HASHED.test(path) || Date.now() < hasteUntil) return kept;
    const fromNetwork = fetch(request).then(
      (response) => (response.status < 500 ? response : kept),
      () => kept,
    );
    const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), PATIENCE_MS));
    const first = await Promise.race([fromNetwork, late]);
    if (!first) hasteUntil = Date.now() + HASTE_MS;
    return first ?? kept;
  };

  worker.addEventListener('install', (event) => event.waitUntil(renew().then(() => worker.skipWaiting())));
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
  // The page was opened with network: what it is made of may be newer than what is kept.
  worker.addEventListener('message', (event) => {
    if (event.data === 'renew') event.waitUntil(renew().catch(() => undefined));
  });
  worker.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== worker.location.origin) return;
    if (mode === 'navigate') {
      if (pathname.replace(/\/$/, '') === page) event.respondWith(answer(event.request, page));
    } else if (HASHED.test(pathname) || lists.includes(pathname)) event.respondWith(answer(event.request, pathname));
  });
}
