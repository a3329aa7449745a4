import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { isFree } from '@concert/machine-kit/ports';
import { rabbitPorts } from '@concert/machine-kit/rabbitmq';
import { DISTANCES, portPlan, REFUSED_BY_BROWSERS } from './port-plan.mjs';

/** The highest base that is looked at for a system beside another one: above, some machines give ports out by themselves. */
const HIGHEST_FREE_BASE = 12_500;

export type PortName = keyof typeof DISTANCES;
export type Ports = Readonly<Record<PortName, number>>;

/**
 * The ports of a whole system: a base moves all of them, `PORT` only the site.
 * @throws Failure where one is no port, stands twice, or is one that browsers refuse
 */
export function planPorts(env: { PORT?: string | undefined; PORT_BASE?: string | undefined } = {}): Ports {
  const plan = portPlan(env);
  if (plan.refusal !== undefined) throw new Failure(plan.refusal, plan.next);
  return plan.ports;
}

/** Ports that are all free, for a system beside another one. */
export async function freePlan(): Promise<Ports> {
  for (let base = 9_000; base <= HIGHEST_FREE_BASE; base += 250) {
    if (Object.values(DISTANCES).some((distance) => REFUSED_BY_BROWSERS.has(base + distance))) continue;
    const ports = planPorts({ PORT_BASE: String(base) });
    if ((await busyPorts(ports)).length === 0) return ports;
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

/** Nothing listens on the named ports. @throws Failure naming the port and, where it can be seen, who has it; or the address that is missing here */
export async function assertPorts(ports: Ports, names: PortName[]): Promise<void> {
  if (!(await isFree(0)))
    throw new Failure(
      'This machine has no address 127.0.0.1, on which all parts of the site listen.',
      'add it (sudo ip address add 127.0.0.1/8 dev lo) and run the same command again.',
    );
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
export async function portOwner(port: number): Promise<string | undefined> {
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
