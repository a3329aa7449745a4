import { isIPv4, isIPv6 } from 'node:net';

/** Leading groups of an IPv6 address that a provider assigns to one household or one office (RFC 6177). */
const GROUPS = 4;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network that counts as one source: an IPv4 address, or the /64 of an IPv6 address, within which anybody has addresses without end.
 * Anything else is returned as it is.
 */
export function networkOf(address: string): string {
  const plain = MAPPED.exec(address)?.[1] ?? address.split('%')[0] ?? '';
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // A dotted ending stands for two groups.
    const length = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - length)).fill('0'), ...after);
  }
  return `${groups
    .slice(0, GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
