import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@concert/machine-kit/rooms';
import { makeBuyers, signedInAgain } from '@concert/test-kit/buyers';
import { pay, reserve, scanOf, SiteClient, valueOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import type { SystemAddress } from '../../system/address.ts';
import { line, step } from '../../system/progress.ts';
import { expectThat, untilReady, UP_MS, type Containers } from './compose.ts';

/*
 * The machine is lost: every container and every volume of ours, secrets included. With what an operator keeps, the folder of the backups and the
 * settings of .env, the documented command builds the system again, and a ticket that was sold before opens the door. Where `RESTIC_IMAGE` names
 * an image that is there, the folder is lost as well, and comes back from the repository elsewhere.
 */

const GENERAL: Order = { seating: 'General Seating', notickets: 1 };
const COMMAND = 'docker compose run --rm restore && docker compose build && docker compose up --detach';
/** Back from elsewhere. */
const FETCH = ['run', '--rm', '--no-deps', '-T', 'backup-away', 'restore', 'latest', '--target', '/'];
const AWAY_PROFILE = { COMPOSE_PROFILES: 'away' };
/** Not ours: what the providers keep. */
const OF_PROVIDERS = /_(stripe|mail|identity)$/;

/** Somebody buys a ticket. @returns its code */
async function bought({ site, payments = '' }: SystemAddress, buyer: Buyer): Promise<string> {
  const bookingId = await reserve({ site }, buyer, GENERAL);
  await pay({ site, payments }, buyer, bookingId, GENERAL);
  const read = async () => valueOf('A booking', await new SiteClient(site, buyer).booking.showBooking({ params: { bookingId } }));
  const hasTickets = ({ tickets = [] }: { readonly tickets?: readonly unknown[] }) => tickets.length > 0;
  return (await until('the booking is paid', read, hasTickets, { withinMs: 120_000, everyMs: 500 })).tickets![0]!.code;
}

async function withAccounts<T>({ mongo }: SystemAddress, work: (auth: Connection) => Promise<T>): Promise<T> {
  const auth = await mongoose.createConnection(mongo['svc-auth']).asPromise();
  return work(auth).finally(() => auth.close());
}

/** A ticket that was sold, and somebody who looks at tickets. */
async function sold(address: SystemAddress): Promise<{ buyer: Buyer; helper: Buyer; code: string }> {
  const [buyer, helper] = await withAccounts(address, async (auth) => {
    const people = (await makeBuyers(auth, 2, 'rebuilt')) as [Buyer, Buyer];
    await auth.collection('users').updateOne({ email: people[1].email }, { $set: { role: 'organiser' } });
    return people;
  });
  return { buyer, helper, code: await bought(address, buyer) };
}

async function newBackup(containers: Containers): Promise<void> {
  await containers.compose(['exec', '-T', 'upkeep', 'sh', '-c', 'rm -rf /backups/*Z']);
  await containers.compose(['restart', 'upkeep']);
  const made = () => containers.compose(['exec', '-T', 'upkeep', 'sh', '-c', 'ls -d /backups/*Z /backups/secrets.sealed']);
  await until('a backup is made', made, Boolean, { withinMs: 120_000, everyMs: 1_000 });
}

/** Takes the backup to the repository, and empties the folder that it came from. */
async function takenAway(containers: Containers): Promise<void> {
  const away = containers.with(AWAY_PROFILE);
  await away.compose(['up', '--detach', '--no-build', 'backup-away'], UP_MS);
  const taken = () => away.compose(['exec', '-T', 'upkeep', 'cat', '/backups/away-at']).catch(() => '');
  await until('the backup is elsewhere', taken, Boolean, { withinMs: 180_000, everyMs: 1_000 });
  await away.compose(['rm', '--stop', '--force', 'backup-away'], UP_MS);
  await away.compose(['exec', '-T', 'upkeep', 'sh', '-c', 'rm -rf /backups/*']);
}

/** Removes all that was on the machine. */
async function lose(containers: Containers): Promise<void> {
  await containers.compose(['down', '--timeout', '10'], UP_MS);
  const volumes = (await containers.volumes()).filter((name) => !OF_PROVIDERS.test(name));
  expectThat(
    volumes.some((name) => name.endsWith('_secrets-made')),
    'no volume of secrets was found',
  );
  await containers.docker(['volume', 'rm', ...volumes]);
}

/**
 * @param containers with BACKUP_KEY and BACKUP_FOLDER, as .env has them
 * @throws Failure where a ticket is no longer good afterwards
 */
export async function rebuilt(containers: Containers, address: SystemAddress, signal: AbortSignal): Promise<void> {
  const documented = readFileSync(path.join(ROOT, 'docs/operate.md'), 'utf8');
  for (const command of [COMMAND, `docker compose ${FETCH.filter((word) => word !== '-T').join(' ')}`])
    expectThat(documented.includes(command), 'docs/operate.md does not give the command', command);
  const { RESTIC_IMAGE } = process.env;
  const ticket = await step('Lost machine: a ticket is sold, a backup is made', async () => {
    const made = await sold(address);
    await newBackup(containers);
    return made;
  });
  if (RESTIC_IMAGE) await step('Lost machine: the backup is taken elsewhere, and its folder is lost', () => takenAway(containers));
  else line('  -- Lost machine: a backup elsewhere is left out, RESTIC_IMAGE names no image');
  await step('Lost machine: every container and volume is gone', () => lose(containers));
  if (RESTIC_IMAGE) await step('Lost machine: the backup comes back from elsewhere', () => containers.compose(FETCH, UP_MS));
  await step('Lost machine: no secrets are made anew beside these backups', async () => {
    const refused = await containers.with({ BACKUP_KEY: '' }).compose(['run', '--rm', '-T', 'secrets']).catch(String);
    expectThat(refused.includes('holds those of another installation'), 'secrets were made anew', refused);
  });
  await step('Lost machine: built again by the documented command', async () => {
    await containers.compose(['run', '--rm', '-T', 'restore', '--yes'], UP_MS);
    await containers.compose(['up', '--detach', '--no-build'], UP_MS);
    await untilReady(`${address.site}/health/ready`, signal);
  });
  await step('Lost machine: the door knows the ticket, its buyer signs in and sees it, seats are sold', async () => {
    // A restore ends all sessions.
    const again = (auth: Connection) => Promise.all([signedInAgain(auth, ticket.buyer), signedInAgain(auth, ticket.helper)]);
    const [buyer, helper] = await withAccounts(address, again);
    const body = { scans: [scanOf(ticket.code)] };
    const { results } = valueOf('A scan', await new SiteClient(address.site, helper).booking.scan({ body }));
    // The evening is weeks ahead: a good ticket is refused for that alone.
    expectThat(results[0]?.reason === 'too_early', 'the door does not know the ticket', results);
    valueOf('Own bookings', await new SiteClient(address.site, buyer).booking.listOwnBookings());
    await bought(address, helper);
  });
}
