import type { PaymentMode, ReadinessRow } from '@concert/contracts/core/readiness';
import type { MongoNotices } from '../notices/mongo-notices.ts';
import { ProviderRefusedError, ProviderUnavailableError, type PaymentProvider } from '../provider/payment-provider.ts';
import type { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import { isLiveKey } from '../settings.ts';

/** Clocks that are set by the network are less than a second apart. */
const MAX_CLOCK_OFF_MS = 10_000;

/** Says whether payments are ready for a sale. */
export class ShowReadiness {
  private readonly isLive: boolean;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly notices: MongoNotices,
    private readonly refunds: MongoRefunds,
    private readonly sessions: MongoSessions,
    secretKey: string,
  ) {
    this.isLive = isLiveKey(secretKey);
  }

  async show(): Promise<{ mode: PaymentMode; rows: ReadinessRow[] }> {
    const key = await this.keyRow();
    const clock = key.state === 'red' ? [] : [this.clockRow()];
    const rows = [key, ...clock, await this.webhookRow(), ...(await this.rehearsalRows()), await this.seatRow()];
    return { mode: this.isLive ? 'live' : 'test', rows };
  }

  /** Any answer of the provider tells that the key is good, and what time it is there. */
  private async keyRow(): Promise<ReadinessRow> {
    const mend = 'https://dashboard.stripe.com/apikeys';
    try {
      await this.provider.balance();
    } catch (error) {
      if (error instanceof ProviderRefusedError) return { id: 'payments', state: 'red', words: 'Stripe refuses the payment key.', mend };
      if (!(error instanceof ProviderUnavailableError)) throw error;
      return { id: 'payments', state: 'red', words: 'Stripe does not answer, or refuses the payment key.', mend };
    }
    return this.isLive
      ? { id: 'payments', state: 'green', words: 'The payment key is live: real money is taken.' }
      : {
          id: 'payments',
          state: 'advice',
          words: 'The payment key is a test key: no money is taken. The real sale needs the live one.',
          mend,
        };
  }

  private clockRow(): ReadinessRow {
    const off = this.provider.measuredClockAheadMs();
    const seconds = Math.round(Math.abs(off) / 1_000);
    if (Math.abs(off) <= MAX_CLOCK_OFF_MS)
      return { id: 'clock', state: 'green', words: `The clock of this machine agrees with Stripe's to ${seconds} s.` };
    const words = `The clock of this machine is ${seconds} s ${off > 0 ? 'behind' : 'ahead of'} Stripe's: have it set by the network (timedatectl set-ntp true).`;
    return { id: 'clock', state: 'red', words };
  }

  private async webhookRow(): Promise<ReadinessRow> {
    const heard = await this.notices.heardToday(this.isLive);
    if (heard) return { id: 'webhook', state: 'green', words: 'A webhook of Stripe arrived within the last day.' };
    const words =
      'No webhook of Stripe arrived within the last day: reserve and pay a test seat; if it stays red, run setup again, which registers the address.';
    return { id: 'webhook', state: 'red', words, mend: 'https://dashboard.stripe.com/webhooks' };
  }

  private async seatRow(): Promise<ReadinessRow> {
    if (await this.refunds.hasRefunded(this.isLive))
      return { id: 'test-seat', state: 'green', words: 'A test seat was paid and refunded.' };
    const words =
      'No test seat was paid and refunded: as an admin you can reserve before the sale opens; then refund it in the bookings report.';
    return { id: 'test-seat', state: 'red', words, mend: '/reserve-your-seat' };
  }

  private async rehearsalRows(): Promise<ReadinessRow[]> {
    if (!this.isLive || !(await this.sessions.hasTestPages())) return [];
    const words = 'Bookings of the rehearsal count as sold: before the test seat, stop the services and run ops forget-rehearsal.';
    return [{ id: 'rehearsal', state: 'red', words }];
  }
}
