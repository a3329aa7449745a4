import { describe, expect, it } from '@jest/globals';
import type { Check } from './check.ts';
import type { House } from './house.ts';
import { houseWith, saidBy, type Over } from './house.harness.ts';
import { diskCheck, kernelCheck, memoryCheck, processorCheck, rightsCheck } from './machine.ts';
import { clockCheck, waysOutCheck } from './ways-out.ts';

/* Each row: what is looked at, the house but for what is right, and what is said. */

const SITE = { DOMAIN: 'concert.anna.org', STRIPE_SECRET_KEY: 'sk_test_own' };
const cpu = (...lines: string[]) => ({ files: { '/proc/cpuinfo': lines.join('\n') } });
const memory = (total: number, swap = 0) => ({ files: { '/proc/meminfo': `MemTotal: ${total} kB\nSwapTotal: ${swap} kB\n` } });
const kernel = (release: string) => ({ files: { '/proc/sys/kernel/osrelease': `${release}\n` } });
const disk = (free: number, total = 40) => ({ machine: { disks: () => Promise.resolve([{ free: free * 1e9, total: total * 1e9 }]) } });
const answering = (fetch: (address: string) => Promise<Response>) => ({ net: { fetch } });
const at = (date: string) => answering(() => Promise.resolve(new Response('', { headers: { date } })));
const failing = (code: string) => answering(() => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code } })));
const file = (mode: number | undefined, folderMode = 0o755) => ({ file: { isFolder: false, text: '', mode, folderMode } });

const ROWS: [string, Check, Over, RegExp, House['env']?][] = [
  ['two cores with AVX', processorCheck, {}, /^green The processor has 2 cores\.$/],
  ['one core', processorCheck, cpu('processor : 0', 'flags : avx'), /^red The processor has 1 core\./],
  ['a processor without AVX', processorCheck, cpu('processor : 0', 'processor : 1', 'flags : sse4 avx512x'), /^red .*AVX, .*type "host"/],
  ['an old ARM', processorCheck, cpu('processor : 0', 'processor : 1', 'Features : fp asimd'), /^red .*ARMv8\.2-A/],
  ['a newer ARM', processorCheck, cpu('processor : 0', 'processor : 1', 'Features : fp atomics'), /^green/],
  ['a processor that is not seen', processorCheck, { files: { '/proc/cpuinfo': undefined } }, /^unknown/],
  ['a kernel of Debian 12', kernelCheck, {}, /^green Linux 6\.1/],
  ['a kernel too old', kernelCheck, kernel('3.10.0-1160.el7'), /^red .*Debian 12/],
  ['a kernel before the break', kernelCheck, kernel('6.18.7'), /^green/],
  ['a kernel that breaks MongoDB 8', kernelCheck, kernel('7.0.0-14-generic'), /^red .*MongoDB 8 crashes on Linux 6\.19/],
  ['the same with MongoDB 7', kernelCheck, kernel('6.19.1'), /^green/, { MONGO_IMAGE: `own:5000/mongo:7.0@sha256:${'8'.repeat(64)}` }],
  ['4 GB as a server shows them', memoryCheck, memory(3_650_000), /^green This machine has 3\.5 GB/],
  ['2 GB', memoryCheck, memory(1_990_000, 4_000_000), /^red This machine has 1\.9 GB .*3\.8 GB of swap are no substitute/],
  ['memory that is not seen', memoryCheck, { files: { '/proc/meminfo': '' } }, /^unknown/],
  ['room', diskCheck, disk(20), /^green 20\.0 GB of 40\.0 GB/],
  ['too little for a first build', diskCheck, disk(7, 20), /^red .*first build takes up to 8\.0 GB/],
  ['the same once it was built', diskCheck, disk(7, 20), /^green/, { STRIPE_WEBHOOK_ENDPOINT: 'we_1' }],
  ['a disk of which 80 % are used', diskCheck, disk(8, 40), /^advice .*80 % are used.*docker builder prune/],
  ['a disk of which 95 % are used', diskCheck, disk(10, 200), /^red .*the database is about to stop/],
  ['a right clock', clockCheck, at('Sat, 28 Nov 2026 11:59:52 GMT'), /^green/],
  ['a clock ahead', clockCheck, at('Sat, 28 Nov 2026 10:00:00 GMT'), /^red .* 120 minutes ahead .*timedatectl/],
  ['a clock behind', clockCheck, at('Sat, 28 Nov 2026 12:00:20 GMT'), /^red .* 2[01] seconds behind/],
  ['a clock that no certificate bears', clockCheck, failing('CERT_NOT_YET_VALID'), /^red The clock of this machine says 2026-11-28/],
  ['providers that tell no time', clockCheck, failing('ECONNREFUSED'), /^unknown/],
  ['.env of its owner', rightsCheck, file(0o600), /^green/],
  ['.env that others read', rightsCheck, file(0o640), /^red .*chmod 600 \.env/],
  ['a folder that others write', rightsCheck, file(undefined, 0o777), /^red .*umask 022/],
  ['ways out', waysOutCheck, answering(() => Promise.resolve(new Response(''))), /^green Reached: Stripe in 0 ms, .*registry of images in/],
  ['a network without names', waysOutCheck, failing('ENOTFOUND'), /^red Reached: nothing\. Not reached: Stripe: its name is not found/],
  ['a proxy that reads along', waysOutCheck, failing('SELF_SIGNED_CERT_IN_CHAIN'), /^red .*someone else answers in its place/],
  [
    'no registry',
    waysOutCheck,
    answering((address) => (address.includes('docker') ? Promise.reject(new Error('no answer')) : Promise.resolve(new Response('')))),
    /^advice .*the registry of images: no answer/,
  ],
];

describe('the machine', () => {
  it.each(ROWS)('B4-595 is told: %s', async (_what, check, over, said, env = {}) => {
    expect(await saidBy(check, houseWith({ ...SITE, ...env }, over))).toMatch(said);
  });
});
