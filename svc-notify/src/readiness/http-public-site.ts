import http from 'node:http';
import https from 'node:https';
import type { TLSSocket } from 'node:tls';
import { text } from 'node:stream/consumers';

const TIMEOUT_MS = 4_000;

/** The site at its public address, as visitors reach it. */
export class HttpPublicSite {
  constructor(
    readonly origin: string,
    private readonly withinMs = TIMEOUT_MS,
  ) {}

  /** Asks a second time where no answer came: a machine may be busy. @throws SiteFault */
  async page(path: string): Promise<SeenPage> {
    return (await this.ask(path)) ?? (await this.ask(path)) ?? Promise.reject(new SiteFault(`no answer within ${this.withinMs / 1_000} s`));
  }

  /** @returns undefined when no answer came. @throws SiteFault */
  private async ask(path: string): Promise<SeenPage | undefined> {
    const url = new URL(path, this.origin);
    const client = url.protocol === 'https:' ? https : http;
    try {
      return await new Promise<SeenPage>((resolve, reject) => {
        // A connection of its own, so that the certificate is the one of now.
        const request = client.get(url, { agent: false, signal: AbortSignal.timeout(this.withinMs) }, (response) => {
          if (response.statusCode !== 200) return reject(new SiteFault(`status ${response.statusCode}`));
          const ends = url.protocol === 'https:' ? (response.socket as TLSSocket).getPeerCertificate().valid_to : undefined;
          text(response).then((html) => resolve({ html, certificateEnds: ends === undefined ? undefined : new Date(ends) }), reject);
        });
        request.on('error', reject);
      });
    } catch (error) {
      if (error instanceof SiteFault) throw error;
      if ((error as NodeJS.ErrnoException).code === 'ABORT_ERR') return undefined;
      throw new SiteFault((error as NodeJS.ErrnoException).code ?? 'no answer', { cause: error });
    }
  }
}

/** A page as a visitor gets it. */
export interface SeenPage {
  readonly html: string;
  /** When the certificate ends that it came with; undefined without https. */
  readonly certificateEnds: Date | undefined;
}

/** The site does not answer as it should, or its certificate is not good. */
export class SiteFault extends Error {
  override readonly name = 'SiteFault';
}
