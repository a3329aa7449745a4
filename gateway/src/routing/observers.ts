import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

const inside = new BlockList();
inside.addSubnet('127.0.0.0', 8, 'ipv4');
inside.addSubnet('10.0.0.0', 8, 'ipv4');
inside.addSubnet('172.16.0.0', 12, 'ipv4');
inside.addSubnet('192.168.0.0', 16, 'ipv4');
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');

/**
 * Whether a caller may read the process's metrics, which share the public port: only from inside the network, and not
 * through a proxy, because whoever comes through one is a visitor.
 */
export function isObserver(address: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (address === undefined || headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined) return false;
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return inside.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
