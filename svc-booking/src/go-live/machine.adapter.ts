import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import type { Machine } from './machine.ts';

/** The machine that this process runs on: in a container, the one beneath it. */
export async function thisMachine(): Promise<Machine> {
  const { bavail, blocks, bsize } = await statfs('/');
  return { disk: { free: bavail * bsize, total: blocks * bsize }, memory: { free: freemem(), total: totalmem() } };
}
