import type { ConcertView } from '@concert/contracts/booking/http';
import { REMOTES, type RemoteName } from '@concert/contracts/core/pages';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { getInstance } from '@module-federation/enhanced/runtime';
import { RetryPlugin } from '@module-federation/retry-plugin';
import type { ComponentType } from 'react';
import { knownOfPage } from './known.ts';

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

/** A remote's files could not be had. Everything else in the page is well. */
export class RemoteUnavailable extends Error {
  override readonly name = 'RemoteUnavailable';
}

const AGAIN = { retryTimes: 2, retryDelay: 300 };

/** Name under which a remote's build puts its container into the page. */
function container(name: RemoteName): string {
  return `concert_${name}`;
}

function federation() {
  const instance = getInstance();
  if (!instance) throw new Error('the federation runtime starts with the page');
  return instance;
}

let plugged = false;
let listed: Promise<readonly RemoteEntry[]> | undefined;
/** Remotes that the federation runtime knows already. */
const registered = new Set<RemoteName>();

function isEntry(value: unknown): value is RemoteEntry {
  const { name, entry } = Object(value) as Partial<Record<keyof RemoteEntry, unknown>>;
  return REMOTES.some((remote) => remote === name) && typeof entry === 'string';
}

function register(name: RemoteName, entry: string, force: boolean): void {
  if (!plugged) {
    federation().registerPlugins([RetryPlugin({ script: AGAIN })]);
    plugged = true;
  }
  federation().registerRemotes([{ name: container(name), entry }], { force });
}

/** JSON that is never kept by the browser, asked for again when the way there fails. */
async function readJson(url: string): Promise<unknown> {
  for (let tried = 0; ; tried += 1) {
    try {
      const response = await fetch(url, { cache: 'no-store' });
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      return await response.json();
    } catch (cause) {
      if (tried >= AGAIN.retryTimes) throw cause;
      await new Promise((resolve) => setTimeout(resolve, AGAIN.retryDelay));
    }
  }
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

/** A page that came drawn says where its remote begins, which spares the way to the list. */
function isKnown(name: RemoteName): boolean {
  const { remote } = knownOfPage();
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
 * Loads a remote's application; where it lives is asked of the site when the page runs.
 * @param renewed forget what was found before: its address, its entry file and its failure
 * @throws RemoteUnavailable
 */
export async function loadRemote(name: RemoteName, renewed = false): Promise<RemoteModule> {
  try {
    if (renewed || !(registered.has(name) || isKnown(name))) await find(name, renewed);
    registered.add(name);
    const module = await federation().loadRemote<RemoteModule>(`${container(name)}/App`);
    if (!module) throw new Error(`${name} exposes no App`);
    return module;
  } catch (cause) {
    throw new RemoteUnavailable(`the ${name} part of the site did not load`, { cause });
  }
}
