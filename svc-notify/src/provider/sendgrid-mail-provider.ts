import type { MailId } from '@concert/contracts/core/ids';
import { Client } from '@sendgrid/client';
import { MailService, type MailDataRequired } from '@sendgrid/mail';
import type { Metrics } from '@concert/service-kit/process/metrics';
import type { Delivery, Letter, MailProvider } from '../letters/letter.ts';
import { headName, headText } from '../letters/plain-words.ts';

const TIMEOUT_MS = 10_000;

/** Answers that mean our key or sender is refused: somebody can correct it. */
const REFUSES_US = new Set([401, 403]);
/** Answers that mean this mail will never be accepted. */
const HOPELESS = new Set([400, 413, 422]);

/**
 * Said in every mail: a machine sent it, so that no holiday reply comes back (RFC 3834, and what Exchange reads instead). Reports that a mail
 * was not delivered are still wanted.
 */
const BY_A_MACHINE = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply' } as const;

/** SendGrid through its official SDK. Each mail carries its id as `mail_id`, which returns in every event about it. */
export class SendgridMailProvider implements MailProvider {
  private readonly service = new MailService();

  constructor(
    private readonly options: { apiKey: string; apiUrl?: string; from: string; timeoutMs?: number },
    private readonly now: () => Date,
  ) {
    const client = new Client();
    client.setApiKey(options.apiKey);
    if (options.apiUrl) client.setDefaultRequest('baseUrl', `${options.apiUrl}/`);
    // A mail is for the provider alone: an address that it names instead is not asked. The SDK hands this on, though its types do not know it.
    const onlyHere = { method: 'POST', url: '', maxRedirects: 0 } as const;
    client.setDefaultRequest(onlyHere);
    this.service.setClient(client);
    this.service.setTimeout(options.timeoutMs ?? TIMEOUT_MS);
  }

  async send(id: MailId, letter: Letter): Promise<Delivery> {
    try {
      const [response] = await this.service.send(this.dataOf(id, letter));
      const { 'x-message-id': messageId } = response.headers as Record<string, unknown>;
      return { outcome: 'accepted', messageId: typeof messageId === 'string' ? messageId : '' };
    } catch (error) {
      return this.refusalOf(error);
    }
  }

  private dataOf(id: MailId, letter: Letter): MailDataRequired {
    return {
      // Letters contain single lines already. This makes sure that no line break ever gets into a header.
      to: { email: letter.to.email, name: headName(letter.to.name) },
      from: { email: this.options.from, name: headName(letter.fromName) },
      replyTo: letter.replyTo,
      subject: headText(letter.subject, 400),
      // Plain text first, as the provider requires.
      content: [
        { type: 'text/plain', value: letter.text },
        { type: 'text/html', value: letter.html },
      ],
      attachments: letter.pictures.map(({ contentId, filename, png }) => ({
        content: Buffer.from(png).toString('base64'),
        filename,
        type: 'image/png',
        disposition: 'inline',
        content_id: contentId,
      })),
      customArgs: { mail_id: id },
      headers: { ...BY_A_MACHINE, ...letter.headers },
      // No tracking: links are not rewritten, and no hidden picture reports that a mail was opened.
      trackingSettings: {
        clickTracking: { enable: false, enableText: false },
        openTracking: { enable: false },
        subscriptionTracking: { enable: false },
      },
    };
  }

  private refusalOf(error: unknown): Delivery {
    const { code, response } = error as { code?: unknown; response?: { headers?: Record<string, unknown>; body?: unknown } };
    if (typeof code !== 'number') return { outcome: 'refused', reason: 'the email provider does not answer', status: 0, temporary: true };
    const retryAfterMs = this.wishOf(response?.headers ?? {});
    return {
      outcome: 'refused',
      reason: reasonOf(code, response?.body),
      status: code,
      temporary: !HOPELESS.has(code),
      ...(REFUSES_US.has(code) ? { refusesUs: true } : {}),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }

  /** How long the provider asks to wait: the seconds of `Retry-After`, else until `X-RateLimit-Reset`. */
  private wishOf(headers: Record<string, unknown>): number | undefined {
    const seconds = Number(headers['retry-after'] ?? Number.NaN);
    const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
    const wish = Number.isFinite(seconds) ? seconds * 1_000 : Number.isFinite(reset) ? reset * 1_000 - this.now().getTime() : Number.NaN;
    return Number.isFinite(wish) && wish > 0 ? Math.min(wish, 3_600_000) : undefined;
  }
}

/** @param body only looked at: what it says may name somebody, and is not handed on */
function reasonOf(status: number, body: unknown): string {
  if (status === 429) return 'the email provider takes no more for now';
  if (REFUSES_US.has(status) && /credits? exceeded/i.test(JSON.stringify(body))) return 'the plan at the email provider is used up';
  if (status === 401) return 'the email provider refuses our key';
  if (status === 403) return 'the email provider refuses our sender, or our key has no right to send';
  if (status === 413) return 'the email is too large for the provider';
  if (HOPELESS.has(status)) return 'the email provider refuses this email';
  if (status >= 500) return 'the email provider fails';
  return `the email provider answers ${status}`;
}

/** The given mail provider, with the duration of its calls reported to Prometheus. */
export function metered(provider: MailProvider, metrics: Metrics): MailProvider {
  const seconds = metrics.seconds(
    'mail_provider_call_duration_seconds',
    'Duration of calls to the email provider by outcome (accepted, refused, unavailable)',
    ['outcome'],
  );
  return {
    async send(id, letter) {
      const end = seconds.startTimer();
      const delivery = await provider.send(id, letter);
      end({ outcome: delivery.outcome === 'refused' && delivery.temporary ? 'unavailable' : delivery.outcome });
      return delivery;
    },
  };
}
