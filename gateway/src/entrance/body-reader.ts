import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@concert/service-kit/process/errors';

/** How long a body may take from the end of its head, in milliseconds. One that announces a large length gets more, up to the longest. */
const PATIENCE_MS = 5_000;
const MAX_BODY_MS = 10_000;
/** The slowest pace at which a large body may arrive, in bytes per millisecond. */
const PACE = 64;
/** What a connection costs beside the bytes of its body, so that the number of single-byte bodies is bounded too. */
const BYTES_OF_A_CONNECTION = 4 * 1024;

/** What all bodies of one kind share. */
export interface BodyLimits {
  /** Bytes held at once: of bodies that are being read, and of those whose requests are under way. */
  readonly mostBytes: number;
  /** Bodies that may be read at once from one network; unset, any number. */
  readonly mostPerNetwork?: number;
  readonly patienceMs?: number;
}

/** One body that is being read. */
interface Reading {
  readonly network: string | undefined;
  bytes: number;
  readonly end: (refusal: DomainError) => void;
}

/**
 * Reads bodies whole before anything else is done, so that no service is called for a body that never arrives, and no stream is left
 * without an error handler meanwhile. When there is no room for a new body, the one that has been read for longest is dropped: slow senders
 * lose, never quick ones, also among those who share one network address.
 */
export class BodyReader {
  /** Oldest first. */
  private readonly readings = new Set<Reading>();
  private readonly perNetwork = new Map<string | undefined, number>();
  private held = 0;

  constructor(private readonly limits: BodyLimits) {}

  /**
   * Reads the whole body. The room it takes is given back when the answer has been sent.
   * @param limit largest length in bytes
   * @throws DomainError `request.too_large`; `request.malformed` when it breaks off; `request.timed_out` when it does not arrive in time or
   *   was dropped for others; `request.unavailable` when there is no room even then
   */
  async read(
    body: IncomingMessage,
    answer: ServerResponse,
    { network, limit }: { network: string | undefined; limit: number },
  ): Promise<Buffer> {
    // It broke off before anybody could listen to it.
    if (body.destroyed) throw new DomainError('request.malformed');
    const chunks: Buffer[] = [];
    let length = 0;
    let reading: Reading | undefined;
    let timer: NodeJS.Timeout | undefined;
    const arrived = new Promise<void>((resolve, reject) => {
      body.on('end', resolve);
      // Not removed at the end: the stream needs an error listener for as long as it lives.
      body.on('error', (cause) => reject(new DomainError('request.malformed', { cause })));
      body.on('close', () => reject(new DomainError('request.malformed')));
      const own = (reading = { network, bytes: 0, end: reject });
      timer = setTimeout(() => reject(new DomainError('request.timed_out')), this.patience(body));
      this.begin(own);
      body.on('data', (chunk: Buffer) => {
        // The rest of a refused body is read and dropped, so that its sender gets the answer and the connection stays usable.
        if (!this.readings.has(own)) return;
        length += chunk.length;
        if (length > limit) return own.end(new DomainError('request.too_large'));
        chunks.push(chunk);
        this.grow(own, chunk.length);
      });
    });
    try {
      await arrived;
    } catch (error) {
      this.release(reading?.bytes ?? 0);
      throw error;
    } finally {
      clearTimeout(timer);
      if (reading) this.finish(reading);
    }
    const { bytes = 0 } = reading ?? {};
    if (answer.destroyed) this.release(bytes);
    else answer.once('close', () => this.release(bytes));
    return Buffer.concat(chunks, length);
  }

  private patience(body: IncomingMessage): number {
    const { patienceMs = PATIENCE_MS } = this.limits;
    return Math.min(patienceMs + Number(body.headers['content-length'] ?? 0) / PACE, Math.max(patienceMs, MAX_BODY_MS));
  }

  private begin(reading: Reading): void {
    const { network } = reading;
    const { mostPerNetwork = Infinity } = this.limits;
    if (network !== undefined && (this.perNetwork.get(network) ?? 0) >= mostPerNetwork)
      this.endOldest((other) => other.network === network);
    this.readings.add(reading);
    this.perNetwork.set(network, (this.perNetwork.get(network) ?? 0) + 1);
    this.grow(reading, BYTES_OF_A_CONNECTION);
  }

  private grow(reading: Reading, bytes: number): void {
    reading.bytes += bytes;
    this.held += bytes;
    while (this.held > this.limits.mostBytes) {
      if (this.endOldest((other) => other !== reading)) continue;
      reading.end(new DomainError('request.unavailable'));
      return;
    }
  }

  /** Ends the oldest of those that are being read and match. */
  private endOldest(matches: (reading: Reading) => boolean): boolean {
    for (const reading of this.readings) {
      if (!matches(reading)) continue;
      this.finish(reading);
      this.release(reading.bytes);
      reading.bytes = 0;
      reading.end(new DomainError('request.timed_out'));
      return true;
    }
    return false;
  }

  private finish(reading: Reading): void {
    if (!this.readings.delete(reading)) return;
    const left = (this.perNetwork.get(reading.network) ?? 1) - 1;
    if (left > 0) this.perNetwork.set(reading.network, left);
    else this.perNetwork.delete(reading.network);
  }

  private release(bytes: number): void {
    this.held -= bytes;
  }
}
