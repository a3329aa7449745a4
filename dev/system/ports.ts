import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { isFree } from '@concert/machine-kit/ports';
import { rabbitPorts } from '@concert/machine-kit/rabbitmq';

/** Distance of each port from the base. */
const DISTANCES = {
  site: 80,
  'svc-auth': 101,
  'svc-booking': 102,
  'svc-payment': 103,
  'svc-notify': 104,
  'metrics-gateway': 140,
  'metrics-svc-auth': 141,
  'metrics-svc-booking': 142,
  'metrics-svc-payment': 143,
  'metrics-svc-notify': 144,
  mongodb: 117,
  rabbitmq: 172,
  mailbox: 180,
  payments: 190,
  identity: 191,
} as const;

const DEFAULT_BASE = 8_000;
/** The broker needs two more ports, 10000 and 20000 above its own, and those must stay below what the system gives out. */
const HIGHEST_BASE = 12_500;

/** Ports of other protocols to which browsers and fetch open no connection (WHATWG Fetch, 'bad port'), from 1024 on. */
export const REFUSED_BY_BROWSERS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

export type PortName = keyof typeof DISTANCES;
export type Ports = Readonly<Record<PortName, number>>;

/**
 * The ports of a whole system: a base moves all of them, `PORT` only the site.
 * @throws Failure where one is no port, stands twice, or is one that browsers refuse
 */
export function planPorts(env: { PORT?: string | undefined; PORT_BASE?: string | undefined } = {}): Ports {
  const base = env.PORT_BASE ? portNumber('PORT_BASE', env.PORT_BASE, HIGHEST_BASE) : DEFAULT_BASE;
  const ports = Object.fromEntries(Object.entries(DISTANCES).map(([name, distance]) => [name, base + distance])) as Record<
    PortName,
    number
  >;
  if (env.PORT) ports.site = portNumber('PORT', env.PORT, 65_535);
  const twice = Object.entries(ports).find(([name, port]) => name !== 'site' && port === ports.site);
  if (twice) throw new Failure(`PORT=${ports.site} is the port of ${twice[0]}.`, 'choose another PORT, or move all ports with PORT_BASE.');
  const refused = Object.entries(ports).find(([, port]) => REFUSED_BY_BROWSERS.has(port));
  if (refused) {
    const [name, port] = refused;
    const given = name === 'site' && env.PORT ? `PORT=${port}` : `PORT_BASE=${base}`;
    throw new Failure(
      `${given} gives ${name === 'site' ? 'the site' : name} port ${port}, to which browsers open no connection.`,
      `choose another one, for example ${given.replace(/=.*/, name === 'site' && env.PORT ? '=8090' : '=9000')}.`,
    );
  }
  return ports;
}

function portNumber(name: string, text: string, most: number): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1_024 || port > most)
    throw new Failure(`${name} must be a whole number from 1024 to ${most}.`, `for example ${name}=${name === 'PORT' ? 8090 : 9000}.`);
  return port;
}

/** A base whose ports are all free, for a system beside another one. */
export async function freePortBase(): Promise<number> {
  for (let base = 9_000; base <= HIGHEST_BASE; base += 250) {
    if (Object.values(DISTANCES).some((distance) => REFUSED_BY_BROWSERS.has(base + distance))) continue;
    if ((await busyPorts(planPorts({ PORT_BASE: String(base) }))).length === 0) return base;
  }
  throw new Failure(
    'There is no room of free ports between 9000 and 12700.',
    'stop other systems of this project that still run, and run the same command again.',
  );
}

async function busyPorts(ports: Ports, names = Object.keys(ports) as PortName[]): Promise<[PortName, number][]> {
  const wanted = names.flatMap((name) =>
    (name === 'rabbitmq' ? rabbitPorts(ports[name]) : [ports[name]]).map((port) => [name, port] as [PortName, number]),
  );
  const free = await Promise.all(wanted.map(([, port]) => isFree(port)));
  return wanted.filter((_, index) => !free[index]);
}

/**
 * Makes sure that nothing listens on the named ports.
 * @throws Failure naming the port, what it is for and, where it can be seen, who has it
 */
export async function assertPorts(ports: Ports, names: PortName[]): Promise<void> {
  const [first, ...others] = await busyPorts(ports, names);
  if (first === undefined) return;
  const [name, port] = first;
  const owner = await portOwner(port);
  const more = others.length > 0 ? `, and so are ${others.map(([, other]) => other).join(', ')}` : '';
  throw new Failure(
    `Port ${port}, which ${name === 'site' ? 'the site' : name} needs, is taken${owner ? ` by ${owner}` : ''}${more}.`,
    `${owner ? 'stop that program' : 'stop the program that uses it'}, or use other ports: ${name === 'site' && others.length === 0 ? 'PORT=8090' : 'PORT_BASE=9000'} npm start`,
  );
}

/** Name and id of the process that listens on a port, where this user may see it. */
async function portOwner(port: number): Promise<string | undefined> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')));
  const sockets = tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(`:${hex}`) && columns[3] === '0A')
    .map((columns) => `socket:[${columns[9]}]`);
  if (sockets.length === 0) return undefined;
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const handles = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const handle of handles) {
      const target = await readlink(`/proc/${pid}/fd/${handle}`).catch(() => '');
      if (!sockets.includes(target)) continue;
      const [program] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
      return `${program ? path.basename(program) : 'a process'} (process ${pid})`;
    }
  }
  return undefined;
}
