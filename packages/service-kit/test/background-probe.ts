import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { deflate } from 'node:zlib';
import { promisify } from 'node:util';
import { beginInBackground } from '../src/background-process.ts';

/* Tells what it was given, what it knows of its environment, and the priority of each of its threads: the 19th field, see proc_pid_stat(5). */
const { data: given } = await beginInBackground();
// Starts the threads that compress.
await Promise.all(Array.from({ length: availableParallelism() }, () => promisify(deflate)(Buffer.alloc(1_000))));
const nice =
  process.platform === 'linux'
    ? readdirSync('/proc/self/task').map((thread) =>
        Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ')[16]),
      )
    : [];
process.send!({ given, nice, environment: Object.keys(process.env) });
