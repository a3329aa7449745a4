import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Copy } from './copies.ts';

/** Addresses of a host name. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** Those of version 4 where there are any, because one machine often has one of each. */
export const lookupAll: Lookup = async (name) => {
  const found = await lookup(name, { all: true, order: 'ipv4first' });
  return found.filter(({ family }) => family === found[0]?.family).map(({ address }) => address);
};

/** The copy at an address, as long as nothing else is known of it. */
export function copyAt(url: string): Copy {
  const { origin, host } = new URL(url);
  return new Copy(origin, host);
}

/** Whether an address names a machine by its number, so that there is nothing to look up. */
export function isByNumber(url: string): boolean {
  return isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')) > 0;
}

/**
 * The copies that a service's addresses lead to: one for each address of a name that has several, as a headless Service of Kubernetes and a
 * scaled service of Compose have. Sorted, so that all callers agree.
 */
export async function findCopies(urls: readonly string[], look: Lookup): Promise<Copy[]> {
  const found = await Promise.all(
    urls.map(async (url) => {
      if (isByNumber(url)) return [copyAt(url)];
      const { protocol, host, hostname, port } = new URL(url);
      const addresses = [...(await look(hostname))].sort();
      // A connection to a name is looked up when it is made, which is the latest there is.
      if (addresses.length < 2) return [copyAt(url)];
      return addresses.map((address) => {
        const authority = isIP(address) === 6 ? `[${address}]` : address;
        return new Copy(`${protocol}//${authority}${port ? `:${port}` : ''}`, host);
      });
    }),
  );
  return found.flat();
}
