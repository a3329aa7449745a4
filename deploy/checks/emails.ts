import { plainEmail } from '@concert/contracts/core/as-typed';
import { isEmail } from '@concert/contracts/core/email';
import { emailKey } from '@concert/contracts/core/fields';
import type { DnsRow } from '../accounts/sendgrid-account.ts';
import { hasAccount, NOBODYS } from './about.ts';
import { advice, green, red, check, type Finding } from './check.ts';
import type { House } from './house.ts';
import { rowsOf } from './name.ts';

/** A shell that reads .env would take these for its own. */
const OF_SHELLS = /['"#$\\`]/;
export const SENDER_PAGE = 'https://app.sendgrid.com/settings/sender_auth';

/** What is wrong with an address, read as {@link plainEmail} does; undefined where nothing is. */
function faultOf(typed: string): Finding | undefined {
  const email = plainEmail(typed);
  if (isEmail(email) && !OF_SHELLS.test(email) && !NOBODYS.test(email.toLowerCase())) return undefined;
  return red(`${email || 'Nothing'} is not an email address of your own.`, 'Name one that you read, such as anna@yourname.org.');
}

/** The address that whoever signs up with it is the first admin. */
export const adminCheck = check(
  'admin',
  ({ env: { ADMIN_EMAIL: admin } }) => (admin && (faultOf(admin) ?? green(`The first admin is ${admin}.`))) || undefined,
);

const rowText = ({ type, host, data }: DnsRow): string => `  ${type.toUpperCase()}  ${host}  ${data}`;
export const rowsMissing = (domain: string, rows: readonly DnsRow[]): string =>
  [`SendGrid has not found the records that verify ${domain}. Missing in DNS:`, ...rows.filter(({ valid }) => !valid).map(rowText)].join(
    '\n',
  );

/** Whether SendGrid sends emails of the sender, and others take them. */
export const senderCheck = check('sender-domain', async ({ env, net, sendgrid: accountOf }) => {
  const { MAIL_FROM: sender = '', SENDGRID_API_KEY: key = '' } = env;
  if (sender === '') return undefined;
  const fault = faultOf(sender);
  if (fault || !hasAccount(key) || !key.startsWith('SG.')) return fault;
  const email = emailKey(sender);
  const domain = email.split('@')[1] ?? '';
  const sendgrid = accountOf(key);
  const known = (await sendgrid.domains()).filter((row) => row.domain === domain);
  const isVerified = known.some(({ valid }) => valid);
  const single = isVerified ? undefined : (await sendgrid.senders()).find((row) => row.email === email);
  if (isVerified || single?.verified) return ofSender(sender, isVerified, await dmarcOf(domain, net));
  const rows = known.flatMap((one) => one.rows);
  if (known.length > 0)
    return red(rowsMissing(domain, rows), `Add them at your DNS provider, press Verify at ${SENDER_PAGE}, and answer again.`);
  if (single)
    return red(
      `SendGrid sends nothing as ${sender}: the link in its email to this address has not been followed yet.`,
      'Follow the link in that email and answer again.',
    );
  return red(
    `SendGrid sends nothing as ${sender}: neither ${domain} nor this address is known there.`,
    `Choose Authenticate Your Domain at ${SENDER_PAGE}, add the records it shows, and answer again.`,
  );
});

/** What a domain asks of whoever gets an email in its name without its proof; undefined where it asks nothing. */
async function dmarcOf(domain: string, { dns }: House['net']): Promise<string | undefined> {
  // Where a name has no policy of its own, that of the name above it holds.
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const rows = await rowsOf(dns.resolveTxt(`_dmarc.${name}`));
    const policy = rows.map((parts) => parts.join('')).find((row) => /^v=DMARC1\s*;/i.test(row));
    const [, asked] = (name !== domain && /;\s*sp\s*=\s*(\w+)/i.exec(policy ?? '')) || /;\s*p\s*=\s*(\w+)/i.exec(policy ?? '') || [];
    if (policy) return asked?.toLowerCase() ?? 'none';
  }
  return undefined;
}

function ofSender(sender: string, isVerified: boolean, policy: string | undefined): Finding {
  const domain = emailKey(sender).split('@')[1]!;
  const seen = `Emails come from ${sender}${isVerified ? `; ${domain} is verified` : ', verified as a single sender'}.`;
  if (isVerified && policy !== undefined) return green(seen);
  if (isVerified)
    return advice(
      seen,
      'The domain has no DMARC record, for which large email providers ask.',
      `At your DNS provider, add the TXT record _dmarc.${domain} with the value v=DMARC1; p=none.`,
    );
  if (policy !== 'reject' && policy !== 'quarantine')
    return advice(seen, 'Its domain is not verified.', `Verify the domain as well (${SENDER_PAGE}): more emails arrive.`);
  return red(
    seen,
    `${domain} tells everyone to refuse emails in its name that it did not send itself (DMARC p=${policy}), so tickets do not arrive.`,
    `Take an address of a domain of your own, and verify that domain at ${SENDER_PAGE}.`,
  );
}
