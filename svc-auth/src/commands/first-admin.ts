import { emailField, emailKey } from '@concert/contracts/core/fields';
import { systemClock } from '@concert/service-kit/process/clock';
import { createLog } from '@concert/service-kit/process/log';
import { CommandError, runCommand } from '@concert/service-kit/store/command';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { databaseSettings, readSettings } from '@concert/service-kit/process/settings';
import { ChangeRole } from '../admin-acts/change-role.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { authSettings } from '../settings.ts';
import { MongoUsers } from '../users/mongo-users.ts';

const WORDS = {
  made: 'is an admin now; whoever is signed in there signs in again',
  already: 'is an admin already',
  unknown: 'has no account: sign up on the site first, open the link in the email, then run this again',
  unverified: 'is not verified: open the link in the email first, then run this again',
} as const;

function read() {
  const email = emailField.safeParse(process.argv[2]);
  if (!email.success)
    throw new CommandError('name the address of an account, for example: node svc-auth/dist/commands/first-admin.js anna@example.org', 2);
  return { ...readSettings({ ...databaseSettings, ADMIN_EMAIL: authSettings.ADMIN_EMAIL }), email: email.data };
}

await runCommand('svc-auth', 'the admin could not be made', read, async (connection, { email, ADMIN_EMAIL }) => {
  const users = new MongoUsers(connection);
  const roles = new ChangeRole(
    users,
    new MongoSessions(connection),
    new Transactions(connection),
    new Outbox(connection, 'svc-auth', systemClock),
    systemClock,
    createLog('svc-auth', 'silent'),
    ADMIN_EMAIL,
  );
  const user = await users.byEmailKey(emailKey(email));
  // Only an account with a proven address becomes an admin.
  const outcome = !user ? 'unknown' : !user.emailVerifiedAt ? 'unverified' : user.role === 'admin' ? 'already' : 'made';
  if (user && outcome === 'made') await roles.change(user.id, 'admin', 'operator');
  process.stdout.write(`svc-auth: this address ${WORDS[outcome]}\n`);
  if (outcome === 'unknown' || outcome === 'unverified') process.exitCode = 1;
});
