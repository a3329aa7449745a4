import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import { authoritiesEndAt, chainEndsAt } from './internal/certificate-ends.ts';
import { SettingsError } from './settings.ts';

/** What TLS is used for; the settings of each use begin with this. */
export type TlsUse = 'TLS' | 'MONGO_TLS' | 'RABBITMQ_TLS';

const KINDS = ['ca', 'cert', 'key'] as const;
type Kind = (typeof KINDS)[number];

/** PEM files of one use: the authorities that are trusted, an own certificate with its chain, and its key. */
export type TlsFiles = Readonly<Partial<Record<Kind, string | undefined>>>;

/** What they hold. */
export type Pem = Readonly<Partial<Record<Kind, string>>>;

type SettingName = `${TlsUse}_${Uppercase<Kind>}_FILE`;
const settingOf = (use: TlsUse, kind: Kind): SettingName => `${use}_${kind.toUpperCase() as Uppercase<Kind>}_FILE`;

/** The files that settings name for one use; undefined when they name none. */
export function tlsFilesOf(use: TlsUse, settings: Readonly<Partial<Record<SettingName, string | undefined>>>): TlsFiles | undefined {
  const files = Object.fromEntries(KINDS.map((kind) => [kind, settings[settingOf(use, kind)]]));
  return Object.values(files).some(Boolean) ? files : undefined;
}

/** Certificates of one use, as their files hold them now. */
export class TlsContext {
  /** For clients. Its inside is exchanged when the files change, because drivers keep the object they were once given. */
  readonly secureContext: SecureContext;
  private pem: Pem;
  private readonly listeners: ((pem: Pem) => void)[] = [];

  /** @throws SettingsError when a file cannot be read or used */
  constructor(
    private readonly use: TlsUse,
    private readonly files: TlsFiles,
  ) {
    this.pem = this.read();
    this.secureContext = this.contextOf(this.pem);
  }

  /** For servers: what they are made with. */
  current(): Pem {
    return this.pem;
  }

  /** When what is in use ends, in milliseconds since 1970: the own certificate, and the authorities that are trusted. */
  endsAt(now: Date): { readonly certificate: number | undefined; readonly authority: number | undefined } {
    const { cert, ca } = this.pem;
    return {
      certificate: cert === undefined ? undefined : chainEndsAt(cert),
      authority: ca === undefined ? undefined : authoritiesEndAt(ca, now),
    };
  }

  /** Calls `listener` with what the files hold whenever it changed and can be used. */
  onRenewed(listener: (pem: Pem) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Reads the files again.
   * @returns whether they changed
   * @throws SettingsError when they cannot be read or used, as while they are being written; what was read before stays in use
   */
  renew(): boolean {
    const pem = this.read();
    if (KINDS.every((kind) => pem[kind] === this.pem[kind])) return false;
    const context: unknown = this.contextOf(pem).context;
    this.secureContext.context = context;
    this.pem = pem;
    for (const listener of this.listeners) listener(pem);
    return true;
  }

  private read(): Pem {
    const pem: Partial<Record<Kind, string>> = {};
    for (const kind of KINDS) {
      const file = this.files[kind];
      if (!file) continue;
      try {
        pem[kind] = readFileSync(file, 'utf8');
      } catch {
        throw this.fault(kind, 'names a file that cannot be read');
      }
    }
    return pem;
  }

  private contextOf(pem: Pem): SecureContext {
    try {
      // Authorities in another form would be ignored without a word.
      if (pem.ca !== undefined) void new X509Certificate(pem.ca);
    } catch {
      throw this.fault('ca', 'names a file without a certificate in PEM form');
    }
    try {
      // A file is empty for a moment while it is written over, and an empty text would count as none: nobody could connect any more.
      if (pem.cert !== undefined) void new X509Certificate(pem.cert);
      if (pem.key !== undefined) void createPrivateKey(pem.key);
      return createSecureContext(pem);
    } catch {
      throw this.fault('cert', `names no certificate in PEM form that fits the key of ${settingOf(this.use, 'key')}`);
    }
  }

  private fault(kind: Kind, fault: string): SettingsError {
    return new SettingsError([{ setting: settingOf(this.use, kind), fault }]);
  }
}
