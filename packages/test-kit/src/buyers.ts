import { createHash, randomBytes, randomInt } from 'node:crypto';
import { idFromBytes } from '@concert/contracts/core/ids';
import type mongoose from 'mongoose';
import type { Buyer } from './site-client.ts';

const PHONE_NUMBERS = 10_000_000;

/**
 * Makes verified accounts, each with a session, by writing them into svc-auth's database: a crowd is needed, and signing three hundred
 * people in would measure something else. Each has a phone number and an address of their own, as people in a rush have.
 * @param begin how their addresses begin; mails to some beginnings do not arrive (packages/stand-ins/src/mail/event-webhook.ts)
 */
export async function makeBuyers(auth: mongoose.Connection, count: number, begin = 'crowd'): Promise<Buyer[]> {
  const now = new Date();
  const mark = randomBytes(4).toString('hex');
  const first = randomInt(PHONE_NUMBERS);
  const buyers: Buyer[] = [];
  const users: object[] = [];
  const sessions: object[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = `${begin}-${mark}-${index}@example.org`;
    const userId = idFromBytes('user', randomBytes(17));
    const secret = randomBytes(32).toString('base64url');
    users.push({
      _id: userId,
      email,
      emailKey: email,
      name: `Buyer ${index}`,
      address: '',
      phone: '',
      note: '',
      skills: '',
      availability: '',
      role: 'buyer',
      passwordHash: null,
      passwordProven: false,
      googleSub: null,
      emailVerifiedAt: now,
      sessionEpoch: 0,
      createdAt: now,
      version: 1,
      searchWords: [email],
    });
    sessions.push(sessionRow(secret, userId, 0, now));
    const number = String((first + index) % PHONE_NUMBERS).padStart(7, '0');
    buyers.push({
      email,
      name: `Buyer ${index}`,
      cookie: cookieOf(secret),
      phoneno: `(555) ${number.slice(0, 3)}-${number.slice(3)}`,
      address: `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`,
    });
  }
  await auth.collection('users').insertMany(users);
  await auth.collection('sessions').insertMany(sessions);
  return buyers;
}

const cookieOf = (secret: string): string => `__Host-concert-session=${secret}`;

const sessionRow = (secret: string, userId: string, sessionEpoch: number, now: Date): object => ({
  _id: createHash('sha256').update(secret).digest('base64url'),
  sessionId: idFromBytes('session', randomBytes(17)),
  userId,
  sessionEpoch,
  openedAt: now,
  signedInAt: now,
  passkeyAt: null,
  expiresAt: new Date(now.getTime() + 3_600_000),
  lastUsedAt: now,
  device: 'Unknown device',
});

/** A new session of an account that {@link makeBuyers} made, as after a restore, which ends all of them. */
export async function signedInAgain(auth: mongoose.Connection, buyer: Buyer): Promise<Buyer> {
  const secret = randomBytes(32).toString('base64url');
  const user = await auth.collection<{ _id: string; sessionEpoch: number }>('users').findOne({ emailKey: buyer.email });
  if (!user) throw new Error(`There is no account of ${buyer.email}.`);
  await auth.collection('sessions').insertOne(sessionRow(secret, user._id, user.sessionEpoch, new Date()));
  return { ...buyer, cookie: cookieOf(secret) };
}
