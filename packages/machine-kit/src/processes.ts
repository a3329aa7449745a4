import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithThisProcess, signalGroup } from './reaper.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process or container that can end by itself and can be stopped, within bounded time. */
export interface Running {
  readonly name: string;
  /** Absent for a container. */
  readonly pid?: number;
  readonly exited: Promise<Exit>;
  /** The last of what it printed. */
  tail(): Promise<string>;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  /** The whole environment of the child. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly logFile: string;
  /** How long a stop may take before the process is killed. */
  readonly graceMs?: number;
  /** Asks the process to end; the default is SIGTERM to its group. */
  readonly askToEnd?: (child: ChildProcess) => Promise<void> | void;
  /** Stops what outlives the process. */
  readonly afterwards?: () => Promise<void>;
}

/**
 * Starts a process in a group of its own, so that Ctrl-C in the terminal reaches only its supervisor. Its output goes straight to the log
 * file.
 * @throws when the program cannot be started at all
 */
export async function startProcess(
  options: ProcessOptions,
): Promise<Running & { readonly pid: number; kill(signal: NodeJS.Signals): void }> {
  const { name, command, args = [], env = process.env, cwd, logFile, graceMs = 10_000 } = options;
  await mkdir(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, { env, ...(cwd === undefined ? {} : { cwd }), detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const exited = new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const pid = child.pid!;
  let ended = false;
  const forget = endWithThisProcess(pid);
  void exited.then(() => (ended = true));

  const stop = async (): Promise<void> => {
    if (!ended) {
      if (options.askToEnd) await options.askToEnd(child);
      else signalGroup(pid, 'SIGTERM');
      await Promise.race([exited, pause(graceMs, undefined, { ref: false })]);
    }
    // The group may hold more than its leader; the time for all of it is over.
    signalGroup(pid, 'SIGKILL');
    await exited;
    forget();
    await options.afterwards?.();
  };
  let stopping: Promise<void> | undefined;
  return {
    name,
    pid,
    exited,
    kill: (signal) => void process.kill(pid, signal),
    tail: () => tailOf(logFile),
    stop: () => (stopping ??= stop()),
  };
}

const TAIL_BYTES = 4_000;

/** The last lines of a file, or nothing when there is none. */
async function tailOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  return bytes.subarray(-TAIL_BYTES).toString('utf8').trimEnd();
}

/** How long a start may take on a machine that is slow or full. */
export interface StartPatience {
  /** The longest time in which its log does not grow, in milliseconds. */
  readonly silenceMs?: number;
  /** The longest time in all, in milliseconds. */
  readonly mostMs?: number;
  /** How often whoever waits is told, in milliseconds. */
  readonly tellMs?: number;
  readonly say?: (text: string) => void;
}

/**
 * Waits until a started process is ready, however slow it is: as long as it lives and its log grows. Fails at once, with the end of its
 * output, when it ends first.
 * @param look whether it is ready; a failure counts as not yet
 */
export async function untilStarted(
  running: Running,
  look: () => Promise<boolean>,
  { silenceMs = 180_000, mostMs = 900_000, tellMs = 20_000, say = () => undefined }: StartPatience = {},
  signal?: AbortSignal,
): Promise<void> {
  const inVain = new AbortController();
  const giveUp = (why: string): void => inVain.abort(new Error(why));
  void running.exited.then(({ code, signal: by }) => giveUp(`ended with ${by ?? `code ${code}`}`));
  const over = AbortSignal.any([inVain.signal, ...(signal ? [signal] : [])]);
  const ended = new Promise<never>((_, reject) => over.addEventListener('abort', () => reject(over.reason as Error), { once: true }));
  // Between two looks nothing awaits this promise.
  ended.catch(() => undefined);
  const began = performance.now();
  let lastOutput = { text: await running.tail(), at: began };
  let told = began;
  let failure = '';
  const listen = async (): Promise<void> => {
    const [text, now] = [await running.tail(), performance.now()];
    if (text !== lastOutput.text) lastOutput = { text, at: now };
    if (now - lastOutput.at > silenceMs) giveUp(`waited ${silenceMs} ms, and its log did not grow`);
    if (now - began > mostMs) giveUp(`waited ${mostMs} ms${failure}`);
    if (now - told < tellMs) return;
    told = now;
    say(`${running.name} has been starting for ${Math.round((now - began) / 1_000)} s and is waited for`);
  };
  const listening = setInterval(() => void listen(), Math.min(1_000, silenceMs / 4, tellMs));
  const ready = async (): Promise<boolean> => {
    try {
      return await look();
    } catch (error) {
      failure = `, last: ${error instanceof Error ? error.message : String(error)}`;
      return false;
    }
  };
  try {
    // A look that never returns must not outlive the time.
    while (!(await Promise.race([ready(), ended]))) await pause(100, undefined, { signal: over });
  } catch (error) {
    signal?.throwIfAborted();
    const { message } = inVain.signal.reason as Error;
    throw new Error(`${running.name} did not get ready: ${message}\n${await running.tail()}`, { cause: error });
  } finally {
    clearInterval(listening);
  }
}

/** Whether an address answers 2xx. @param instance that our process has to name there: another program may have taken the port */
export async function isHealthy(url: string, instance?: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  const text = await response.text();
  if (instance !== undefined && (JSON.parse(text) as { instance?: unknown } | null)?.instance !== instance)
    throw new Error(`another program answers at ${url}`);
  return response.ok;
}

export interface Finished {
  readonly code: number;
  /** All it printed, for a person to read: remarks may stand anywhere between its results. */
  readonly output: string;
  /** Its results alone, for a program to read. */
  readonly stdout: string;
}

/** Runs a program to its end and returns all it printed; a missing program is code 127, one that takes too long 124. */
export function run(
  command: string,
  args: readonly string[],
  { env = process.env, cwd, withinMs = 60_000 }: { env?: NodeJS.ProcessEnv; cwd?: string; withinMs?: number } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, ...(cwd === undefined ? {} : { cwd }), detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let stdout = '';
    let late = false;
    const forget = child.pid === undefined ? () => undefined : endWithThisProcess(child.pid);
    const limit = setTimeout(() => {
      late = true;
      signalGroup(child.pid!, 'SIGKILL');
    }, withinMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(limit);
      if (error.code === 'ENOENT' || error.code === 'EACCES') resolve({ code: 127, output: error.message, stdout });
      else reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(limit);
      forget();
      resolve({ code: late ? 124 : (code ?? 1), output, stdout });
    });
  });
}
