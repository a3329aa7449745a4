import { below, disturbed } from '../disturbed.ts';

const VICTIMS = ['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify', 'mongodb', 'rabbitmq', 'payments', 'mailbox'];
/** Share of kills that meet a second process in the same moment. */
const TOGETHER = 0.2;

export const kills = disturbed({
  name: 'kills',
  goal: 1_000,
  shows: 'kill -9 of any process, sometimes of two at one moment, while people buy: each order is paid once and emailed',
  lacks: 'facts are marked as published before the broker has them',
  patch: {
    service: 'svc-booking',
    file: 'packages/service-kit/src/messages/internal/relay.ts',
    code: 'const { published, unroutable } = await this.publish(this.open, rows);',
    // The pause makes sure that a kill meets this moment.
    into: 'await this.mark(rows); await new Promise((go) => setTimeout(go, 1500)); const { published, unroutable } = await this.publish(this.open, rows);',
  },
  faults: VICTIMS.map((victim) => async ({ site, proof, random }) => {
    const victims = [...new Set([victim, ...(random() < TOGETHER ? [VICTIMS[below(random, VICTIMS.length)]!] : [])])];
    proof.say(`kill -9 of ${victims.join(' and ')}`);
    await Promise.all(victims.map((one) => site.kill(one)));
  }),
});
