// The ports of a whole system. Plain JavaScript without any package, because dev/run.mjs looks at them before packages are installed.

/** Distance of each port from the base. Beside that of the broker stand three more of its own: see packages/machine-kit/src/rabbitmq.ts. */
export const DISTANCES = {
  site: 80,
  'svc-auth': 101,
  'svc-booking': 102,
  'svc-payment': 103,
  'svc-notify': 104,
  'metrics-gateway': 140,
  'metrics-svc-auth': 141,
  'metrics-svc-booking': 142,
  'metrics-svc-payment': 143,
  'metrics-svc-notify': 144,
  mongodb: 117,
  rabbitmq: 172,
  mailbox: 180,
  payments: 190,
  identity: 191,
};

const DEFAULT_BASE = 8_000;
const LAST_PORT = 65_535;
/** The highest base for which every port is one. */
const HIGHEST_BASE = LAST_PORT - Math.max(...Object.values(DISTANCES));

/** Ports of other protocols to which browsers and fetch open no connection (WHATWG Fetch, 'bad port'), from 1024 on. */
export const REFUSED_BY_BROWSERS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/** The ports for a base (`PORT_BASE`) that moves all of them, and `PORT`, the site's own; or why there are none. */
export function portPlan({ PORT_BASE, PORT }) {
  for (const [name, text, most] of [
    ['PORT_BASE', PORT_BASE, HIGHEST_BASE],
    ['PORT', PORT, LAST_PORT],
  ])
    if (text && (!/^\d+$/.test(text) || Number(text) < 1_024 || Number(text) > most))
      return {
        refusal: `${name} must be a whole number from 1024 to ${most}.`,
        next: `for example ${name}=${name === 'PORT' ? 8090 : 9000}.`,
      };
  const base = PORT_BASE ? Number(PORT_BASE) : DEFAULT_BASE;
  const ports = Object.fromEntries(Object.entries(DISTANCES).map(([name, distance]) => [name, base + distance]));
  if (PORT) ports.site = Number(PORT);
  const twice = Object.entries(ports).find(([name, port]) => name !== 'site' && port === ports.site);
  if (twice)
    return { refusal: `PORT=${ports.site} is the port of ${twice[0]}.`, next: 'choose another PORT, or move all ports with PORT_BASE.' };
  const refused = Object.entries(ports).find(([, port]) => REFUSED_BY_BROWSERS.has(port));
  if (refused) {
    const [name, port] = refused;
    const own = name === 'site' && PORT;
    return {
      refusal: `${own ? `PORT=${port}` : `PORT_BASE=${base}`} gives ${name === 'site' ? 'the site' : name} port ${port}, to which browsers open no connection.`,
      next: `choose another one, for example ${own ? 'PORT=8090' : 'PORT_BASE=9000'}.`,
    };
  }
  return { ports };
}
