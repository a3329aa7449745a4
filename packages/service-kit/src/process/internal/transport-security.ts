/** A fault of one setting. */
interface Fault {
  readonly setting: string;
  readonly fault: string;
}

const PAIRS = ['TLS', 'MONGO_TLS', 'RABBITMQ_TLS'] as const;

/**
 * Finds settings with which a process would send plain text to another machine, or accept it from there, although nobody said by
 * `ALLOW_PLAINTEXT=true` that this is wanted; and certificates without their key.
 * @param settings as they were parsed
 */
export function transportFaults(settings: Readonly<Record<string, unknown>>): Fault[] {
  const halves = PAIRS.flatMap((use) => {
    const [cert, key] = [`${use}_CERT_FILE`, `${use}_KEY_FILE`];
    if (Boolean(settings[cert]) === Boolean(settings[key])) return [];
    return [{ setting: settings[cert] ? key : cert, fault: `is missing: ${cert} and ${key} belong together` }];
  });
  return settings['ALLOW_PLAINTEXT'] === true ? halves : [...halves, ...plaintextFaults(settings)];
}

function plaintextFaults(settings: Readonly<Record<string, unknown>>): Fault[] {
  const faults = Object.entries(settings)
    .filter(([, value]) => textsIn(value).some(isPlaintextAddress))
    .map(([setting]) => ({
      setting,
      fault:
        'leads to another machine without encryption: give an encrypted address, or set ALLOW_PLAINTEXT=true where nobody else can listen',
    }));
  const { SERVICE_HOST: host, TLS_CERT_FILE: certificate } = settings;
  if (typeof host === 'string' && !isLoopback(host) && !certificate)
    faults.push({
      setting: 'SERVICE_HOST',
      fault:
        'lets other machines in without encryption: set TLS_CERT_FILE and TLS_KEY_FILE, or ALLOW_PLAINTEXT=true where nobody else can listen',
    });
  return faults;
}

/** The texts in a setting's value, however it is nested. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Whether a text is an address at which another machine is spoken to without encryption. */
export function isPlaintextAddress(text: string): boolean {
  if (/^mongodb(\+srv)?:\/\//i.test(text)) return isPlaintextMongo(text);
  const url = /^(http|amqp):\/\//i.test(text) ? URL.parse(text) : null;
  return url !== null && !isLoopback(url.hostname);
}

/** Options of a MongoDB address that take the server's certificate unseen. */
const UNCHECKED: ReadonlySet<string> = new Set(['tlsinsecure', 'tlsallowinvalidcertificates', 'tlsallowinvalidhostnames']);

function isPlaintextMongo(address: string): boolean {
  const [scheme = '', rest = ''] = address.split('://', 2);
  const [path = '', query = ''] = rest.split('?', 2);
  const hosts = path.split('/', 1)[0]!.split('@').at(-1)!.split(',');
  if (hosts.every((host) => isLoopback(host.replace(/:\d+$/, '')) || host.toLowerCase().startsWith('%2f'))) return false;
  // The driver does not tell capitals from small letters in the names of options.
  const options = [...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value] as const);
  if (options.some(([name, value]) => UNCHECKED.has(name) && value === 'true')) return true;
  const told = options.filter(([name]) => name === 'tls' || name === 'ssl');
  return told.length > 0 ? told.some(([, value]) => value !== 'true') : !scheme.toLowerCase().endsWith('+srv');
}

/** Whether a host name or address never leaves this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1' || /^127([.]\d{1,3}){3}$/.test(bare);
}
