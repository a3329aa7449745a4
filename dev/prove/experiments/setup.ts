import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { ROOT } from '@concert/machine-kit/rooms';
import pLimit from 'p-limit';
import type { Experiment, Proof } from '../proof.ts';

/*
 * The set-up on servers that are broken in one way each, and on good ones: namespaces of this machine, with the providers' stand-ins at their
 * real names (setup-worlds/world.sh). What was seen in each stays in FOLDER.
 */

const SCRIPTS = path.join(ROOT, 'dev/prove/setup-worlds');
const FOLDER = path.join(ROOT, '.data/prove/setup');
const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--propagation', 'private'];
const TOOLS = ['ip', 'nsenter', 'iptables', 'ss', 'socat', 'curl', 'openssl', 'mkfs.ext4'];
const AT_ONCE = 2;
const LIMIT_MS = 120_000;

/** A script, and what it says of itself. */
export interface World {
  readonly script: string;
  /** Rows that must not be right, with parts of what each says is wrong and of what it says to do; all others must be. */
  readonly expected: readonly { readonly id: string; readonly state: string; readonly parts: readonly string[] }[];
}

export function setupWorlds(): World[] {
  const scripts = globSync('{broken,good}/*.sh', { cwd: SCRIPTS }).sort();
  return scripts.map((script) => {
    const head = readFileSync(path.join(SCRIPTS, script), 'utf8').matchAll(/^# expect: (\S+) (\S+) '(.+)' '(.+)'$/gm);
    return { script, expected: [...head].map(([, id = '', state = '', ...parts]) => ({ id, state, parts })) };
  });
}

/** What is not as it must be after a world, in words. */
function faultsOf({ script, expected }: World, textOf: (file: string) => string): string[] {
  const [seen, code, changes] = [textOf('seen'), textOf('code').trim(), textOf('changes')];
  const all = [...seen.matchAll(/^(red|unknown|advice|green) +([a-z-]+): (.+(?:\n {2}.+)*.*)/gm)];
  // At a terminal a row may be told again, and be another one then.
  const rows = [...new Map(all.map(([, state = '', id = '', words = '']) => [id, { state, id, words }])).values()];
  const faults = expected.flatMap(({ id, state, parts }) => {
    const row = rows.find((one) => one.id === id);
    const isSaid = row?.state === state && parts.every((part) => row.words.includes(part));
    return isSaid ? [] : [`${id} is not ${state} with '${parts.join("' and '")}', but ${row ? `${row.state}: ${row.words}` : 'not told'}`];
  });
  for (const { id, state, words } of rows)
    if ((state === 'red' || state === 'unknown') && !expected.some((row) => row.id === id)) faults.push(`${id} is ${state}: ${words}`);
  const isGood = script.startsWith('good');
  const isRefused = expected.some(({ state }) => state !== 'advice');
  if (code !== (isRefused ? '1' : '0')) faults.push(`it ended with ${code || 'nothing'}: ${seen.slice(-500)}`);
  if (isRefused && (textOf('installation/.env') !== textOf('before') || changes !== '')) faults.push(`it wrote, and did ${changes}`);
  const registered = ['/v1/webhook_endpoints', '/v3/user/webhooks/event/settings'].map((to) => changes.split(`POST ${to}\n`).length - 1);
  if (isGood && registered.join() !== '1,1') faults.push(`it registered ${registered.join(' and ')} webhooks`);
  if (isGood && !textOf('installation/.env').includes('\nSTRIPE_WEBHOOK_SECRETS=whsec_')) faults.push('.env was not written');
  return faults;
}

async function play(world: World, proof: Proof): Promise<void> {
  const folder = path.join(FOLDER, world.script.replace('.sh', ''));
  mkdirSync(folder, { recursive: true });
  const said = openSync(path.join(folder, 'said'), 'w');
  const env = { PATH: process.env['PATH'], HOME: folder, NODE: process.execPath, ...(proof.options.isControl && { CONTROL: 'yes' }) };
  const args = [...NAMESPACES, 'sh', '-eu', path.join(SCRIPTS, 'world.sh'), path.join(SCRIPTS, world.script)];
  const shell = spawn('unshare', args, { cwd: folder, env, stdio: ['ignore', said, said], timeout: LIMIT_MS, killSignal: 'SIGKILL' });
  const [code] = (await once(shell, 'exit')) as [number | null];
  const isText = (file: string) => existsSync(file) && statSync(file).isFile();
  const textOf = (name: string) => (isText(path.join(folder, name)) ? readFileSync(path.join(folder, name), 'utf8') : '');
  if (code !== 0) throw new Failure(`The world ${world.script} cannot be made.`, `look at ${path.join(folder, 'said')}.`);
  for (const fault of faultsOf(world, textOf)) proof.violation(`${world.script}: ${fault}`);
  proof.figure(world.script.split('/')[0]!);
  proof.count();
}

/** The set-up in many worlds. */
export const setup: Experiment = {
  name: 'setup',
  goal: 80,
  shows: 'setup on 60 servers that are broken in one way each, and on 20 good ones: each fault named, nothing begun; no false alarm',
  lacks: 'whatever answers at the domain counts as this server',
  run: async (proof) => {
    const tried = `unshare ${NAMESPACES.join(' ')} sh -c 'for tool in ${TOOLS.join(' ')}; do command -v $tool || exit 1; done'`;
    try {
      execFileSync('sh', ['-c', tried], { stdio: 'ignore' });
    } catch (cause) {
      throw new Failure('No worlds can be made here.', `be root on Linux, with ${TOOLS.join(', ')}.`, cause);
    }
    rmSync(FOLDER, { recursive: true, force: true });
    proof.beginAnew();
    proof.begin();
    await pLimit(AT_ONCE).map(setupWorlds(), async (world) => proof.isOver || play(world, proof));
  },
};
