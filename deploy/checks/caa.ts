import { isDomain } from '../../dev/system/setting-rules.ts';
import { green, red, check } from './check.ts';
import { rowsOf } from './name.ts';

const AUTHORITY = 'letsencrypt.org';

/** Whether DNS lets the authority of this site make its certificate. */
export const caaCheck = check('caa', async ({ env, net }) => {
  const { DOMAIN = '', ACME_CA } = env;
  // Which name another authority has in DNS is not known here.
  if (!isDomain(DOMAIN) || (ACME_CA && !ACME_CA.includes(AUTHORITY))) return undefined;
  // The first name upwards that has any such rows decides (RFC 8659).
  for (let name = DOMAIN; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const rows = await rowsOf(net.dns.resolveCaa(name));
    if (rows.length === 0) continue;
    const allowed = rows.flatMap(({ issue }) => (issue === undefined ? [] : [issue.split(';')[0]!.trim().toLowerCase()]));
    if (allowed.length === 0 || allowed.includes(AUTHORITY)) return green(`The CAA records of ${name} allow ${AUTHORITY}.`);
    return red(
      `The CAA records of ${name} allow only ${allowed.filter(Boolean).join(', ') || 'nobody'}.`,
      `${AUTHORITY}, which makes the certificate, may not.`,
      `At your DNS provider, add the CAA record: ${name}  0 issue "${AUTHORITY}".`,
    );
  }
  return green('No CAA record forbids the certificate.');
});
