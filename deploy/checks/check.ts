import type { Resolver } from 'node:dns/promises';
import type { ReadinessRow } from '@concert/contracts/core/readiness';
import type { Environment } from '../../dev/system/live-keys.ts';
import type { SendgridAccount } from '../accounts/sendgrid-account.ts';
import type { StripeAccount } from '../accounts/stripe-account.ts';

/** What a check asks: the settings as they stand, or as setup is about to write them, and the world around them. No check reads anything else. */
export interface House {
  readonly env: Environment;
  /** Where it is asked: by setup on the machine itself, or inside a container of the running site. */
  readonly from: 'setup' | 'inside';
  /** The file .env as it lies there; undefined where it cannot be seen. */
  readonly file?: EnvFile | undefined;
  /** The text of docker-compose.yml; undefined where it cannot be seen. */
  readonly compose?: string | undefined;
  /** The folder of the backups; undefined where it cannot be seen. */
  readonly backups?: string | undefined;
  readonly machine: Machine;
  readonly net: Net;
  readonly stripe: (key: string) => StripeAccount;
  readonly sendgrid: (key: string) => SendgridAccount;
  readonly now: () => number;
}

export interface EnvFile {
  /** Empty where there is none yet. */
  readonly text: string;
  readonly isFolder?: boolean;
  /** Of the file; undefined where there is none yet. */
  readonly mode?: number | undefined;
  readonly folderMode: number;
}

export interface Machine {
  /** A file of the system, such as /proc/meminfo; undefined where it cannot be seen. */
  readonly read: (file: string) => string | undefined;
  readonly cores: number;
  /** Its own addresses, but for those by which it reaches itself. */
  readonly addresses: readonly string[];
  /** What is left on each disk that images and data lie on, in bytes. */
  readonly disks: () => Promise<{ readonly free: number; readonly total: number }[]>;
}

/** The answer to a plain HTTP request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** How this house is known at its ports. */
export interface Entrance {
  /** What to ask for at an address, and what this house answers; undefined where another program holds the port. */
  readonly ask?: { readonly path: string; readonly body: string; readonly host?: string } | undefined;
  /** Who else holds a port, and why it cannot be had. */
  readonly held: ReadonlyMap<number, string>;
  readonly close: () => void;
}

export interface Net {
  readonly dns: Pick<Resolver, 'resolve4' | 'resolve6' | 'resolveCaa' | 'resolveTxt'>;
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  /** Asks the server at an address for a path under the name of a host. */
  readonly knock: (address: string, host: string, path: string) => Promise<Answer>;
  /** Connects and goes. */
  readonly connect: (host: string, port: number) => Promise<void>;
  /** When the certificate that is shown there ends, and why browsers refuse it, where they do. */
  readonly certificate: (host: string, port: number) => Promise<{ readonly ends: number; readonly fault?: string }>;
  /** The ports 80 and 443 of this house; undefined where it has no name of its own. */
  readonly entrance?: (() => Promise<Entrance>) | undefined;
}

/** What a check found: what it saw and, where that is not right, what is wrong and the next step. `unknown`, where it cannot know, is not green. */
export type Finding = Pick<ReadinessRow, 'state' | 'words'>;

/** One thing that has to be right about a house before it sells, and every hour after that. */
export interface Check {
  readonly id: string;
  /** @returns undefined where the check is not about this house, as that of a domain where there is none */
  readonly look: (house: House) => Promise<Finding | undefined> | Finding | undefined;
}
export const check = (id: string, look: Check['look']): Check => ({ id, look });

const finding =
  (state: Finding['state']) =>
  (...sentences: readonly string[]): Finding => ({ state, words: sentences.join(' ') });
export const green = finding('green');
export const advice = finding('advice');
export const unknown = finding('unknown');
export const red = finding('red');
