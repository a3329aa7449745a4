import { emailField, emailKey } from '@concert/contracts/core/fields';
import { systemClock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import { createLog } from '@concert/service-kit/process/log';
import { CommandError, runCommand } from '@concert/service-kit/store/command';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { databaseSettings, readSettings } from '@concert/service-kit/process/settings';
import { HmacLinkTokens } from '../links/link-tokens.codec.ts';
import { MongoLinks } from '../links/mongo-links.ts';
import { RequestMail } from '../links/request-mail.ts';
import { RemoveLostPasskeys } from '../admin-acts/remove-lost-passkeys.ts';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { randomSecrets } from '../secrets/secrets.codec.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { MongoUsers } from '../users/mongo-users.ts';

/* Where no other admin is left who could do it: removes the passkeys of an account. */

function read() {
  const email = emailField.safeParse(process.argv[2]);
  if (!email.success)
    throw new CommandError(
      'name the address of an account, for example: node svc-auth/dist/commands/remove-passkeys.js anna@example.org',
      2,
    );
  return { ...readSettings(databaseSettings), email: email.data };
}

await runCommand('svc-auth', 'the passkeys could not be removed', read, async (connection, { email }) => {
  const users = new MongoUsers(connection);
  const user = await users.byEmailKey(emailKey(email));
  if (!user) throw new CommandError('there is no such account');
  const outbox = new Outbox(connection, 'svc-auth', systemClock);
  const links = new MongoLinks(connection);
  const removal = new RemoveLostPasskeys(
    users,
    new MongoPasskeys(connection),
    new MongoSessions(connection),
    links,
    // Its mail carries no secret, so no key is needed.
    new RequestMail(links, new HmacLinkTokens([]), randomSecrets, outbox, systemClock),
    new Transactions(connection),
    outbox,
    createLog('svc-auth', 'silent'),
  );
  await removal.remove(user.id, 'operator').catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'auth.no_passkeys' ? new CommandError('this account has no passkeys') : error;
  });
  process.stdout.write(
    'svc-auth: the passkeys of this address are removed; its owner is told by email and registers a new one at the next sign-in\n',
  );
});
