import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** JSON, unless there is no body; undefined cuts the connection. */
export type Told = { readonly status: number; readonly body?: unknown } | undefined;

/** What a service asks in a test, and what answers as the test says. */
export class NeighbourInTest {
  readonly #server;

  constructor(answer: (request: IncomingMessage, body: string) => Told | Promise<Told>) {
    this.#server = createServer((request, response) => {
      void (async () => {
        const told = await answer(request, await text(request));
        if (!told) response.destroy();
        else if (told.body === undefined) response.writeHead(told.status).end();
        else response.writeHead(told.status, { 'content-type': 'application/json' }).end(JSON.stringify(told.body));
      })();
    });
  }

  /** @returns its address */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A refusal, as far as a service reads it. */
export function refused(status: number, code: string) {
  return { status, body: { type: `urn:concert:problem:${code}`, title: 'no', status, detail: 'no', instance: '/', code, traceId: '' } };
}
