import { isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network that counts as one source: an IPv4 address, or the /64 of an IPv6 address, within which anybody has addresses without end.
 * Anything else is returned as it is.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 4);
}

/**
 * The site that a network belongs to: the /48 of an IPv6 address, which one customer may be assigned as a whole (RFC 6177); otherwise the
 * same as {@link networkOf}, because neighbours in IPv4 have nothing to do with each other.
 */
export function siteNetworkOf(address: string): string {
  return prefixOf(address, 3);
}

/** An IPv4 address as it is, an IPv6 address as so many leading groups of 16 bits. */
function prefixOf(address: string, length: number): string {
  if (isIPv4(address)) return address;
  const plain = MAPPED.exec(address)?.[1] ?? address.split('%')[0] ?? '';
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // A dotted ending stands for two groups.
    const taken = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - taken)).fill('0'), ...after);
  }
  return `${groups
    .slice(0, length)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${length * 16}`;
}
