import { Agent, request } from 'undici';

const lines = new Agent({ connections: 64, pipelining: 1, keepAliveTimeout: 30_000 });

/** How a message is posted. */
export interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

/** Posts over kept connections, as a provider does. @returns the status of the answer. @throws Error when there is none in time */
export async function post(url: string, { body, headers, timeoutMs, signal }: Message): Promise<number> {
  const { statusCode, body: answer } = await request(url, {
    method: 'POST',
    body,
    headers,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    dispatcher: lines,
    ...(signal ? { signal } : {}),
  });
  await answer.dump();
  return statusCode;
}
