import { MAIL_EVENT_TYPES, MAIL_EVENTS_PATH } from '../../dev/system/process-settings.ts';
import { hasAccount, listed, originOf } from './about.ts';
import { advice, check, green, red } from './check.ts';
import { SETUP_MENDS } from './stripe.ts';

/** A rush of 1,000 tickets mails more than this in an hour. */
const FEW_MAILS_A_DAY = 1_000;
const NEEDED_SCOPES = ['mail.send', ...['read', 'create', 'update'].map((act) => `user.webhooks.event.settings.${act}`)];

/** What the key of the mail account may do, and how much. */
export const sendgridCheck = check('sendgrid', async ({ env, sendgrid: accountOf }) => {
  const key = env['SENDGRID_API_KEY'] ?? '';
  if (key === '') return undefined;
  if (!/^SG\.[\w-]+(\.[\w-]+)?$/.test(key))
    return red('That is not a SendGrid key.', 'Make one at https://app.sendgrid.com/settings/api_keys; it begins with SG.');
  const sendgrid = accountOf(key);
  const scopes = await sendgrid.scopes();
  const missing = NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0)
    return red(
      `The key lacks rights that the site needs: ${missing.join(', ')}.`,
      'At https://app.sendgrid.com/settings/api_keys give it Mail Send, Event Notification and Sender Authentication, and answer again.',
    );
  const origin = originOf(env);
  const [plan, perDay, hasRoom] = await Promise.all([
    sendgrid.plan(),
    sendgrid.mailsPerDay(),
    origin === undefined || sendgrid.hasRoomFor(mailEventsAt(origin)),
  ]);
  if (!hasRoom)
    return red(
      'The account has as many event webhooks as its plan allows, and this site needs one.',
      'Delete one that is of no use any more at https://app.sendgrid.com/settings/mail_settings/webhook_settings, or take a larger plan.',
    );
  const seen = `SendGrid: the key may send${plan ? `, plan ${plan}` : ''}${perDay === undefined ? '' : `, about ${perDay} emails a day`}.`;
  if (perDay === undefined || perDay >= FEW_MAILS_A_DAY) return green(seen);
  return advice(
    seen,
    `${perDay} emails a day are too few for a sale: tickets wait until the next day.`,
    'Take a plan of 1,000 a day or more before the sale.',
  );
});

export const mailEventsAt = (origin: string): string => `${origin}${MAIL_EVENTS_PATH}`;

/** Whether SendGrid tells this site what became of emails. */
export const mailWebhookCheck = check('mail-webhook', async ({ env, sendgrid }) => {
  const key = env['SENDGRID_API_KEY'] ?? '';
  const origin = originOf(env);
  if (!hasAccount(key) || origin === undefined) return undefined;
  const webhook = await sendgrid(key).webhook(mailEventsAt(origin), MAIL_EVENT_TYPES);
  if (!webhook?.isRight) return red('SendGrid has no signed event webhook with the right events for this site.', SETUP_MENDS);
  if (!listed(env['SENDGRID_EVENT_PUBLIC_KEYS']).includes(webhook.publicKey ?? ''))
    return red('SENDGRID_EVENT_PUBLIC_KEYS has not the key of the event webhook.', SETUP_MENDS);
  return green('SendGrid: the event webhook is registered and signed.');
});
