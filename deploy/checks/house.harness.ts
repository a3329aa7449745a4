import { lookAt } from './table.ts';
import type { Check } from './check.ts';
import type { House, Machine, Net } from './house.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
export const HERE = '203.0.113.7';
export const DOOR_OPEN = { ask: { path: '/.well-known/door-check/t', body: 't' }, held: new Map<number, string>(), close: () => undefined };

const gone = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const nothing = (): never => {
  throw new Error('not to be asked');
};

interface Parts {
  readonly machine?: Partial<Machine>;
  /** Text of files such as /proc/meminfo. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  readonly net?: Partial<Net>;
  /** DNS rows, as `A concert.anna.org`. */
  readonly dns?: Readonly<Record<string, unknown[]>>;
}

/** What is not right about a house. */
export type Over = Parts & Omit<Partial<House>, keyof Parts>;

const GOOD_FILES: Readonly<Record<string, string>> = {
  '/proc/cpuinfo': 'processor : 0\nflags : fpu avx\n\nprocessor : 1\nflags : fpu avx\n',
  '/proc/meminfo': 'MemTotal:        3910000 kB\nSwapTotal:       0 kB\n',
  '/proc/sys/kernel/osrelease': '6.1.0-44-amd64\n',
};
const GOOD_DNS: Readonly<Record<string, unknown[]>> = {
  'A concert.anna.org': [HERE],
  'A www.concert.anna.org': [HERE],
  'TXT _dmarc.anna.org': [['v=DMARC1; p=none']],
};

/** A house on concert.anna.org in which everything is right, but for what is given. Accounts are asked of nobody, where none is given. */
export function houseWith(env: House['env'], { machine, files, net, dns, ...over }: Over = {}): House {
  const rows = { ...GOOD_DNS, ...dns };
  const resolve = (kind: string) => (host: string) => {
    const found = rows[`${kind} ${host}`];
    return (found ? Promise.resolve(found) : gone('ENOTFOUND')()) as Promise<never[]>;
  };
  return {
    env,
    from: 'setup',
    machine: {
      read: (file) => ({ ...GOOD_FILES, ...files })[file],
      cores: 2,
      addresses: [HERE],
      disks: () => Promise.resolve([{ free: 30e9, total: 40e9 }]),
      ...machine,
    },
    net: {
      dns: {
        resolve4: resolve('A'),
        resolve6: resolve('AAAA'),
        resolveCaa: resolve('CAA'),
        resolveTxt: resolve('TXT'),
      },
      // Stand-ins are asked, and of others only the clock.
      fetch: (address, init) =>
        address.startsWith('http://127.0.0.1')
          ? fetch(address, { redirect: 'error', ...init })
          : Promise.resolve(new Response('', { headers: { date: NOW.toUTCString() } })),
      knock: (address) => (address === HERE ? Promise.resolve({ status: 200, headers: {}, body: 't' }) : gone('ECONNREFUSED')()),
      connect: () => Promise.resolve(),
      certificate: () => Promise.resolve({ ends: Date.parse('2027-01-28T12:00:00Z') }),
      entrance: () => Promise.resolve(DOOR_OPEN),
      ...net,
    },
    stripe: nothing,
    sendgrid: nothing,
    now: () => NOW.getTime(),
    ...over,
  };
}

/** What a check says, as `red …`; undefined where it is not about the house. */
export async function saidBy(check: Check, house: House): Promise<string | undefined> {
  const row = await lookAt(check, house);
  return row && `${row.state} ${row.words}`;
}
