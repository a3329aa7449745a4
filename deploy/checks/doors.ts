import { isDomain } from '../../dev/system/setting-rules.ts';
import { green, red, unknown, check } from './check.ts';
import { placesOf } from './name.ts';

const OUTSIDE = 'A firewall in front of this server is seen from outside only: the certificate proves that they are open.';

/** Whether the ports 80 and 443 are reached by the name. */
export const doorsCheck = check('doors', async (house) => {
  const { DOMAIN } = house.env;
  const { entrance, knock, connect } = house.net;
  if (!DOMAIN || !isDomain(DOMAIN) || !entrance) return undefined;
  const { ask, held } = await entrance();
  if (held.size > 0)
    return red(
      [...held].map(([port, by]) => `Port ${port} is held by ${by}.`).join(' '),
      'The site cannot open its doors there.',
      'Stop that program and keep it from starting again, or give it other ports; if it is this site under an earlier name: docker compose stop caddy.',
    );
  const here = (await placesOf(DOMAIN, house)).filter(({ is }) => is === 'here');
  if (here.length === 0 || !ask)
    return unknown(
      `Ports 80 and 443 are ${house.from === 'setup' ? 'free' : 'those of this site'}.`,
      `Whether they are reached cannot be seen before ${DOMAIN} leads here.`,
      'Mend the row "name" first.',
    );
  const closed: string[] = [];
  for (const { address } of here) {
    const answer = await knock(address, ask.host ?? DOMAIN, ask.path).catch(() => undefined);
    if (answer?.body !== ask.body) closed.push(`port 80 at ${address}`);
    await connect(address, 443).catch(() => closed.push(`port 443 at ${address}`));
  }
  if (closed.length === 0) return green(`Ports 80 and 443 are reached by ${DOMAIN}. ${OUTSIDE}`);
  return red(
    `${DOMAIN} leads here.`,
    `Nobody answers at ${closed.join(' and ')}.`,
    'Open both ports (TCP) in the firewall of this server (ufw, nftables), at its provider, and in the router before it.',
  );
});
