import { originOf } from './about.ts';
import { check, green, red, unknown } from './check.ts';

const DAY_MS = 86_400_000;
/** It is renewed a month before its end. */
const FEW_DAYS = 14;

/** Whether browsers take the certificate of the site, and for how long. */
export const certificateCheck = check('certificate', async ({ env, from, net, now }) => {
  const { protocol, hostname, port } = URL.parse(originOf(env) ?? '') ?? {};
  if (from !== 'inside' || protocol !== 'https:' || !hostname) return undefined;
  const shown = await net.certificate(hostname, Number(port || 443)).catch(() => undefined);
  if (!shown)
    return unknown(`Nobody shows a certificate at ${hostname}.`, 'Whether it is renewed is not known.', 'Mend the row "doors" first.');
  const days = Math.floor((shown.ends - now()) / DAY_MS);
  const next = 'Look in docker compose logs caddy for the cause; docker compose restart caddy tries at once.';
  if (shown.fault)
    return red(`The certificate of ${hostname} is refused (${shown.fault}).`, 'Browsers show a warning in place of the site.', next);
  if (days >= FEW_DAYS) return green(`The certificate of ${hostname} is good for ${days} days.`);
  return red(`The certificate of ${hostname} ends in ${days} days.`, 'It should have been renewed by now.', next);
});
