import type { ConcertView } from '@concert/contracts/booking/http';
import { REMOTES, type RemoteName } from '@concert/contracts/site/pages';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { getInstance } from '@module-federation/enhanced/runtime';
import type { ComponentType } from 'react';
import { pageData } from './page-data.ts';

/** The module every remote exposes. */
export interface RemoteModule {
  readonly default: ComponentType<AppProps>;
  /** Fetches the screen of an address, so that it can be shown without waiting. */
  readonly prepare?: (path: string, concert?: ConcertView) => Promise<unknown>;
}

interface RemoteEntry {
  readonly name: RemoteName;
  readonly entry: string;
}

/** A remote's files could not be loaded; the rest of the page works. */
export class RemoteUnavailable extends Error {
  override readonly name = 'RemoteUnavailable';
}

const AGAIN = { times: 2, afterMs: 300 };

/** Name under which a remote's build puts its container into the page. */
function container(name: RemoteName): string {
  return `concert_${name}`;
}

function federation() {
  const instance = getInstance();
  if (!instance) throw new Error('the federation runtime starts with the page');
  return instance;
}

let listed: Promise<readonly RemoteEntry[]> | undefined;
/** First files of the remotes that the federation runtime knows already. */
const registered = new Map<RemoteName, string>();

function isEntry(value: unknown): value is RemoteEntry {
  const { name, entry } = Object(value) as Partial<Record<keyof RemoteEntry, unknown>>;
  return REMOTES.some((remote) => remote === name) && typeof entry === 'string';
}

function register(name: RemoteName, entry: string, force: boolean): void {
  registered.set(name, entry);
  federation().registerRemotes([{ name: container(name), entry }], { force });
}

/** Requests again what the network failed to bring. */
async function withRetry<Answer>(ask: (tried: number) => Promise<Answer>): Promise<Answer> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await ask(tried);
    } catch (cause) {
      if (tried >= AGAIN.times) throw cause;
      await new Promise((resolve) => setTimeout(resolve, AGAIN.afterMs));
    }
  }
}

/** JSON that is never kept by the browser. */
function readJson(url: string): Promise<unknown> {
  return withRetry(async () => {
    const response = await fetch(url, { cache: 'no-store' });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return (await response.json()) as unknown;
  });
}

async function readList(): Promise<readonly RemoteEntry[]> {
  const list = await readJson('/remotes.json');
  return Array.isArray(list) ? list.filter(isEntry) : [];
}

/** Finds where a remote begins: the list names its manifest, the manifest its first file. */
async function find(name: RemoteName, renewed: boolean): Promise<void> {
  const listed = (await list(renewed)).find((entry) => entry.name === name);
  if (!listed) throw new Error(`${name} is not in the list of remotes`);
  const manifest = new URL(listed.entry, window.location.href);
  const { metaData } = Object(await readJson(manifest.href)) as { metaData?: { remoteEntry?: { name?: string; path?: string } } };
  const first = metaData?.remoteEntry;
  if (!first?.name) throw new Error(`the manifest of ${name} names no first file`);
  register(name, new URL(`${first.path ? `${first.path}/` : ''}${first.name}`, manifest).href, renewed);
}

/** A prerendered page says where its remote begins, which saves reading the list. */
function isKnown(name: RemoteName): boolean {
  const { remote } = pageData();
  if (remote?.name !== name) return false;
  register(name, new URL(remote.entry, window.location.href).href, false);
  return true;
}

function list(renewed: boolean): Promise<readonly RemoteEntry[]> {
  if (!listed || renewed) {
    listed = readList().catch((cause: unknown) => {
      listed = undefined;
      throw cause;
    });
  }
  return listed;
}

/**
 * Loads a remote's application; the site is asked where it is when the page runs.
 * @param renewed forget what was found before: its address, its entry file and its failure
 * @throws RemoteUnavailable
 */
export async function loadRemote(name: RemoteName, renewed = false): Promise<RemoteModule> {
  try {
    if (renewed || !(registered.has(name) || isKnown(name))) await find(name, renewed);
    return await withRetry(async (tried) => {
      const entry = registered.get(name);
      // The runtime remembers a failure for good, so a remote that failed is registered anew.
      if (tried > 0 && entry) register(name, entry, true);
      const module = await federation().loadRemote<RemoteModule>(`${container(name)}/App`);
      if (!module) throw new Error(`${name} exposes no App`);
      return module;
    });
  } catch (cause) {
    throw new RemoteUnavailable(`the ${name} part of the site did not load`, { cause });
  }
}
