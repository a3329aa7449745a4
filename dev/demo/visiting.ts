import { randomUUID } from 'node:crypto';
import { NEXT_DATE_LINKS } from '@concert/contracts/notify/next-date-links';
import { valueOf } from '@concert/test-kit/site-client';
import type { Person } from './people.ts';
import type { Stage } from './stage.ts';
import { MESSAGES } from './words.ts';

/** So many ask for the next date. Most confirm it, the last ones leave the mail unanswered, and the first leaves the list again. */
const ASKING = 8;
const CONFIRMING = 6;

/** How many people {@link writeMessagesAndSignUp} and {@link requestAccountMails} need together. */
export const VISITORS_NEEDED = MESSAGES.length + ASKING + 1;

/** Visitors write to the organisers, and ask to be told of the next date. */
export async function writeMessagesAndSignUp(stage: Stage, people: readonly Person[]): Promise<{ messages: number; asking: number }> {
  const { notify } = stage.visitor;
  for (const [index, words] of MESSAGES.entries()) {
    const { name, lastname, email } = people[index]!;
    const body = { name: `${name} ${lastname}`, email, ...words };
    valueOf('A message', await notify.sendContactMessage({ body }, { idempotencyKey: randomUUID() }));
  }
  const asking = people.slice(MESSAGES.length, MESSAGES.length + ASKING);
  for (const { email } of asking) valueOf('Asking for the next date', await notify.askForNextDate({ body: { email } }));
  for (const [index, { email }] of asking.slice(0, CONFIRMING).entries()) {
    // Somebody who is on the list already gets a mail without this link.
    const token = await stage.tokenInMail(email, NEXT_DATE_LINKS.confirm);
    if (token !== undefined) valueOf('Confirming the next date', await notify.confirmNextDate({ body: { token } }));
    const away = index === 0 ? await stage.tokenInMail(email, NEXT_DATE_LINKS.leave) : undefined;
    if (away !== undefined) valueOf('Leaving the list', await notify.leaveNextDate({ body: { token: away } }));
  }
  return { messages: MESSAGES.length, asking: asking.length };
}

/** Somebody signs up and forgets to confirm, somebody signs up again, and somebody forgot a password: each gets a mail. */
export async function requestAccountMails({ visitor, system }: Stage, stranger: Person): Promise<void> {
  const { email: known } = system.accounts.find(({ role }) => role === 'buyer')!;
  const { name, lastname, email } = stranger;
  const password = randomUUID();
  valueOf('Signing up', await visitor.auth.register({ body: { name: `${name} ${lastname}`, email, password } }));
  valueOf('Signing up again', await visitor.auth.signUp({ body: { email: known, password } }));
  valueOf('Asking for a new password', await visitor.auth.requestPasswordReset({ body: { email: known } }));
}
