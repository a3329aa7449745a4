import { REMOTES, type RemoteName } from '@concert/contracts/core/pages';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { getInstance } from '@module-federation/enhanced/runtime';
import { RetryPlugin } from '@module-federation/retry-plugin';
import type { ComponentType } from 'react';

/** The module every remote exposes. */
interface RemoteModule {
  readonly default: ComponentType<AppProps>;
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
let listed: Promise<void> | undefined;

function isEntry(value: unknown): value is RemoteEntry {
  const { name, entry } = Object(value) as Partial<Record<keyof RemoteEntry, unknown>>;
  return REMOTES.some((remote) => remote === name) && typeof entry === 'string';
}

async function readList(renewed: boolean): Promise<void> {
  const response = await fetch('/remotes.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`remotes.json answered ${response.status}`);
  const list: unknown = await response.json();
  if (!plugged) {
    federation().registerPlugins([RetryPlugin({ fetch: AGAIN, script: AGAIN })]);
    plugged = true;
  }
  const entries = (Array.isArray(list) ? list : []).filter(isEntry).map(({ name, entry }) => ({ name: container(name), entry: new URL(entry, window.location.href).href }));
  federation().registerRemotes(entries, { force: renewed });
}

function list(renewed: boolean): Promise<void> {
  if (!listed || renewed) {
    listed = readList(renewed).catch((cause: unknown) => {
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
    await list(renewed);
    const module = await federation().loadRemote<RemoteModule>(`${container(name)}/App`);
    if (!module) throw new Error(`${name} exposes no App`);
    return module;
  } catch (cause) {
    throw new RemoteUnavailable(`the ${name} part of the site did not load`, { cause });
  }
}
