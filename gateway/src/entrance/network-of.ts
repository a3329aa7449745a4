import { isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;

/**
 * What counts as one visitor's network: an IPv4 address, or the first 64 bits of an IPv6 address, because whoever has one of
 * its addresses has them all. An IPv4 address in IPv6 form is the IPv4 address.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const four = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (four !== undefined) return four;
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.split('::');
  const head = before.split(':').filter(Boolean);
  // The last group may be written as an IPv4 address, which fills two.
  const tail = (after ?? '').split(':').filter(Boolean).flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
  const left = after === undefined ? [] : Array.from({ length: Math.max(0, GROUPS - head.length - tail.length) }, () => '0');
  const groups = [...head, ...left, ...tail].slice(0, GROUPS_OF_A_NETWORK).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
