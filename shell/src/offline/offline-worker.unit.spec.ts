import { webcrypto } from 'node:crypto';
import { beforeEach, expect, it, jest } from '@jest/globals';

/** Not a module to the type check; run anew for each test, as a browser does when it starts the worker. */
const SCRIPT: string = './offline-worker.ts';
const SITE = 'https://concert.example';

type Listener = (event: object) => void;
/** What the browser keeps, by the name of each cache. */
let stores: Map<string, Map<string, string>>;
/** What the site has; a path that is missing is not found. */
let site: Map<string, string>;
/** How the network is. */
let network: 'there' | 'away' | 'silent';
let asked: string[];
let listeners: Map<string, Listener>;

const answerOf = (body: string, status = 200) => ({
  ok: status < 300,
  status,
  body,
  text: () => Promise.resolve(body),
  clone: () => answerOf(body, status),
});
type Answer = ReturnType<typeof answerOf>;
const pathOf = (from: string | { url: string }) => new URL(typeof from === 'string' ? from : from.url, SITE).pathname;

const cacheOf = (kept: Map<string, string>) => ({
  match: (path: string) => Promise.resolve(kept.has(path) ? answerOf(kept.get(path)!) : undefined),
  put: (path: string, { body }: Answer) => Promise.resolve(void kept.set(path, body)),
});
const caches = {
  keys: () => Promise.resolve([...stores.keys()]),
  open: (name: string) => {
    if (!stores.has(name)) stores.set(name, new Map());
    return Promise.resolve(cacheOf(stores.get(name)!));
  },
  delete: (name: string) => Promise.resolve(stores.delete(name)),
  match: (path: string) => {
    const kept = [...stores.values()].find((store) => store.has(path));
    return Promise.resolve(kept && answerOf(kept.get(path)!));
  },
};

/** The site at one version: a document, the lists, and the files they name. */
function publish(version: string): void {
  site = new Map([
    ['/door', `page ${version}`],
    ['/remotes.json', '[]'],
    ['/offline-files.json', JSON.stringify({ '*': [`main.${version}.js`] })],
    ['/remotes/admin/mf-manifest.json', '{}'],
    ['/remotes/admin/offline-files.json', JSON.stringify({ '/door': [`door.${version}.js`] })],
    [`/main.${version}.js`, 'shell'],
    [`/remotes/admin/door.${version}.js`, 'door'],
  ]);
}
const [ONE, TWO] = ['11111111', '22222222'];

/** As the browser starts the worker, also after it was ended. */
async function start(): Promise<void> {
  jest.resetModules();
  listeners = new Map();
  Object.assign(globalThis, {
    registration: { scope: `${SITE}/door` },
    location: new URL(`${SITE}/offline-worker.js?remote=admin`),
    clients: { claim: () => Promise.resolve() },
    skipWaiting: () => Promise.resolve(),
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    crypto: webcrypto,
    caches,
    Response: class {
      body = '';
    },
    fetch: (from: string | { url: string }) => {
      asked.push(pathOf(from));
      if (network === 'silent') return new Promise(() => undefined);
      const body = site.get(pathOf(from));
      return network === 'away'
        ? Promise.reject(new TypeError('no network'))
        : Promise.resolve(answerOf(body ?? '', body === undefined ? 404 : 200));
    },
  });
  await import(SCRIPT);
}

async function happens(type: string, event: object = {}): Promise<void> {
  const works: Promise<unknown>[] = [];
  listeners.get(type)!({ ...event, waitUntil: (work: Promise<unknown>) => void works.push(work) });
  await Promise.all(works);
}

/** What the page gets; undefined: the worker leaves the request to the browser. */
async function get(path: string, over: object = {}): Promise<string | undefined> {
  let answer: Promise<Answer> | undefined;
  const request = { method: 'GET', mode: path === '/door' ? 'navigate' : 'cors', url: `${SITE}${path}`, ...over };
  listeners.get('fetch')!({ request, respondWith: (given: Promise<Answer>) => (answer = given) });
  return (await answer)?.body;
}

beforeEach(async () => {
  [stores, asked, network] = [new Map(), [], 'there'];
  publish(ONE);
  await start();
  await happens('install');
});

it('B5-508 opens the page, its lists and its files without network, after the browser ended it too', async () => {
  network = 'away';
  await start();
  expect([
    await get('/door'),
    await get(`/main.${ONE}.js`),
    await get(`/remotes/admin/door.${ONE}.js`),
    await get('/remotes.json'),
  ]).toEqual([`page ${ONE}`, 'shell', 'door', '[]']);
});

it('takes page and lists from the network while it answers, and files that never change from the device', async () => {
  publish(TWO);
  asked = [];
  expect([await get('/door'), await get(`/main.${ONE}.js`)]).toEqual([`page ${TWO}`, 'shell']);
  expect(asked).toEqual(['/door']);
});

it('B5-508 keeps a newer page whole or not at all: an update that is cut off leaves the one before', async () => {
  publish(TWO);
  site.delete(`/remotes/admin/door.${TWO}.js`);
  await happens('message', { data: 'renew' });
  network = 'away';
  expect([await get('/door'), await get(`/remotes/admin/door.${ONE}.js`)]).toEqual([`page ${ONE}`, 'door']);
  network = 'there';
  publish(TWO);
  await happens('message', { data: 'renew' });
  network = 'away';
  expect([await get('/door'), await get(`/remotes/admin/door.${TWO}.js`), stores.size]).toEqual([`page ${TWO}`, 'door', 1]);
});

it('waits for a network that hardly answers once, and then opens what is here', async () => {
  jest.useFakeTimers();
  try {
    network = 'silent';
    const opened = get('/door');
    await jest.advanceTimersByTimeAsync(800);
    expect([await opened, await get('/remotes.json')]).toEqual([`page ${ONE}`, '[]']);
  } finally {
    jest.useRealTimers();
  }
});

it('answers no call of the API, no other page and nothing that is sent', async () => {
  network = 'away';
  for (const [path, over] of [
    ['/api/door', {}],
    ['/admin/users', { mode: 'navigate' }],
    ['/doors', { mode: 'navigate' }],
    ['/door', { method: 'POST' }],
    ['/favicon.svg', {}],
  ] as const)
    expect([path, await get(path, over)]).toEqual([path, undefined]);
});
