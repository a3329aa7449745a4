import { below, type Drill } from './run-drill.ts';

const VICTIMS = ['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify', 'mongodb', 'rabbitmq', 'payments', 'mailbox'];
/** Share of kills that meet a second process in the same moment. */
const TOGETHER = 0.2;

export const kills: Drill = {
  says: 'kill -9 of any process, again and again, sometimes of two at one moment',
  control: {
    lacks: 'facts are marked as published before the broker has them',
    service: 'svc-booking',
    file: 'packages/service-kit/src/messages/internal/relay.ts',
    code: 'const { published, unroutable } = await this.publish(this.open, rows);',
    // The pause makes sure that a kill meets this moment.
    into: 'await this.mark(rows); await new Promise((go) => setTimeout(go, 1500)); const { published, unroutable } = await this.publish(this.open, rows);',
  },
  faults: VICTIMS.map((victim) => async ({ random, say, kill }) => {
    const victims = [...new Set([victim, ...(random() < TOGETHER ? [VICTIMS[below(random, VICTIMS.length)]!] : [])])];
    say(`kill -9 of ${victims.join(' and ')}`);
    await Promise.all(victims.map(kill));
  }),
};
