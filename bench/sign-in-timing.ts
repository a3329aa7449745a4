import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { idFromBytes } from '@concert/contracts/core/ids';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { line, median, milliseconds, ratio } from './figures.ts';

const PAIRS = 40;
const PASSWORD = 'violet harbour lantern 9';

/** What a stranger can request for an address. */
const QUESTIONS = {
  'sign-in': { path: '/api/auth/sign-in', body: (email: string) => ({ email, password: 'not this one' }), status: 401 },
  'sign-up': { path: '/api/auth/sign-up', body: (email: string) => ({ email, password: PASSWORD }), status: 200 },
  reset: { path: '/api/auth/reset-password', body: (email: string) => ({ email }), status: 200 },
  resend: { path: '/api/auth/resend-verification', body: (email: string) => ({ email }), status: 200 },
} as const;

/**
 * Whether the time of an answer tells that an address has an account: the same request for addresses with and without one, in turns, each
 * from a network address of its own.
 */
export async function benchSignInTiming(system: SystemAddress): Promise<void> {
  const auth = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
  try {
    const mark = randomBytes(4).toString('hex');
    const known = await makeAccounts(auth, mark);
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const times = { known: [] as number[], unknown: [] as number[] };
      for (const [index, email] of known.entries()) {
        const pair = [
          ['known', email],
          ['unknown', `timing-${mark}-${name}-${index}@example.net`],
        ] as const;
        // The second of two requests would be favoured.
        for (const [kind, address] of index % 2 ? pair : pair.toReversed()) times[kind].push(await ask(system.site, question, address));
      }
      const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)];
      line(
        `${name}: an address with an account against one without`,
        ratio(ofKnown / ofUnknown),
        `${milliseconds(ofKnown)} and ${milliseconds(ofUnknown)}, ${PAIRS} each`,
      );
    }
  } finally {
    await auth.close();
  }
}

/** Verified accounts, written directly, with the password of a sample account. */
async function makeAccounts(auth: mongoose.Connection, mark: string): Promise<string[]> {
  const users = auth.collection<{ _id: string; passwordHash: string }>('users');
  const sample = await users.findOne({ emailKey: 'buyer@example.org' });
  const now = new Date();
  const emails = Array.from({ length: PAIRS }, (_, index) => `timing-${mark}-${index}@example.org`);
  await users.insertMany(
    emails.map((email) => ({
      _id: idFromBytes('user', randomBytes(17)),
      email,
      emailKey: email,
      name: '',
      address: '',
      phone: '',
      note: '',
      skills: '',
      availability: '',
      role: 'buyer',
      passwordHash: sample!.passwordHash,
      googleSub: null,
      emailVerifiedAt: now,
      sessionEpoch: 0,
      searchWords: [email],
      createdAt: now,
      version: 1,
    })),
  );
  return emails;
}

let sources = 0;
function ask(site: string, { path, body, status }: (typeof QUESTIONS)[keyof typeof QUESTIONS], email: string): Promise<number> {
  sources += 1;
  const text = JSON.stringify(body(email));
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(
      {
        hostname: '127.0.0.1',
        port: new URL(site).port,
        localAddress: `127.0.${1 + (sources >> 8)}.${sources & 255}`,
        agent: false,
        method: 'POST',
        path,
        headers: { host: new URL(site).host, origin: site, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () =>
          answer.statusCode === status ? resolve(performance.now() - started) : reject(new Error(`${path} answered ${answer.statusCode}`)),
        );
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}
