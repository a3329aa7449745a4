import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { localPage, standInsOf, type SystemPlan } from './process-settings.ts';
import { perService, type ServiceName } from '@concert/machine-kit/rooms';
import { sampleAccountsBeside, type SampleAccount } from './sample-accounts.ts';

/** Where a running system is found: everything another process needs in order to use it. */
export interface SystemAddress {
  /** The supervisor. */
  readonly pid: number;
  readonly site: string;
  /** The site as this machine reaches it without the public address: a proxy, a name and a certificate may not be there yet. */
  readonly entrance: string;
  /** Absent when a real mail account is used. */
  readonly mailbox?: string;
  /** Absent when a real payment account is used. */
  readonly payments?: string;
  /** Absent when real Google is used. */
  readonly identity?: string;
  readonly services: Readonly<Record<ServiceName, string>>;
  /** Each database as its migrations reach it. */
  readonly mongo: Readonly<Record<ServiceName, string>>;
  /** The broker as its administrator reaches it. */
  readonly rabbit: string;
  readonly accounts: readonly SampleAccount[];
  readonly dataFolder: string;
  readonly logs: string;
}

/** Folder and files a system keeps inside its data folder. */
export function systemFilePaths(dataFolder: string) {
  return {
    lock: path.join(dataFolder, 'lock'),
    address: path.join(dataFolder, 'address.json'),
    processes: path.join(dataFolder, 'processes.json'),
    logs: path.join(dataFolder, 'logs'),
  };
}
export type SystemFilePaths = ReturnType<typeof systemFilePaths>;

/** Where the system on a data folder is found, when one runs. */
export async function readAddress(dataFolder: string): Promise<SystemAddress | undefined> {
  const text = await readFile(systemFilePaths(dataFolder).address, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as SystemAddress);
}

/** Where everything of a started system is found. */
export function addressOf(plan: SystemPlan, files: SystemFilePaths): SystemAddress {
  const { ports, publicOrigin } = plan;
  const standIns = standInsOf(plan.env);
  const local = (port: number): string => `http://127.0.0.1:${port}`;
  return {
    pid: process.pid,
    site: publicOrigin,
    entrance: local(ports.site),
    ...(standIns.includes('mailbox') ? { mailbox: localPage(ports.mailbox) } : {}),
    ...(standIns.includes('payments') ? { payments: localPage(ports.payments) } : {}),
    ...(standIns.includes('identity') ? { identity: local(ports.identity) } : {}),
    services: perService((name) => local(ports[name])),
    mongo: perService(plan.mongoMigrationUrl),
    rabbit: plan.rabbitAdminUrl,
    accounts: sampleAccountsBeside(plan.env, plan.secrets.samplePassword),
    dataFolder: plan.dataFolder,
    logs: files.logs,
  };
}
