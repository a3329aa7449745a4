import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/** Between the request to end and the kill: as long as a server of ours may take to close. */
const GRACE_TENTHS = 100;

/*
 * A process that is killed can end nothing any more. So a shell runs beside it, in a group of its own, and reads from a pipe which groups
 * there are. The pipe ends with the process, however that ends, and the shell ends the groups that are left.
 */
const REAPER = `
trap '' HUP INT TERM
leaders=
while read -r change leader; do
  kept=
  for one in $leaders; do [ "$one" = "$leader" ] || kept="$kept $one"; done
  leaders=$kept
  [ "$change" = left ] || leaders="$leaders $leader"
done
tell() { for one in $leaders; do kill -s "$1" -- "-$one"; done; }
tell TERM
tenths=${GRACE_TENTHS}
while [ "$tenths" -gt 0 ]; do
  left=
  for one in $leaders; do kill -s 0 -- "-$one" && left=yes; done
  [ -n "$left" ] || exit 0
  sleep 0.1
  tenths=$((tenths - 1))
done
tell KILL
`;

const leaders = new Set<number>();
let reaper: ChildProcess | undefined;

process.on('exit', () => {
  for (const leader of leaders) signalGroup(leader, 'SIGKILL');
});

/**
 * Makes sure that a process group does not outlive this process: it is killed when this process exits, and asked to end, then killed after
 * 10 s, when this process is itself killed or ended by a signal.
 * @param leader the id of the group's first process
 * @returns must be called once the group has ended, because its id will be used again
 */
export function endWithThisProcess(leader: number): () => void {
  leaders.add(leader);
  reaper ??= startReaper();
  reaper.stdin!.write(`started ${leader}\n`);
  return () => {
    if (!leaders.delete(leader)) return;
    reaper?.stdin!.write(`left ${leader}\n`);
    if (leaders.size > 0) return;
    reaper?.stdin!.end();
    reaper = undefined;
  };
}

function startReaper(): ChildProcess {
  const child = spawn('sh', ['-c', REAPER], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // Without a shell, or when somebody killed it, there is only the handler above.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  (child.stdin as Socket).unref();
  return child;
}

/** Sends a signal to a process group; nothing happens when it is gone. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
