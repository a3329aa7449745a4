import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { StripeSignature } from './stripe-signature.ts';

const SECRETS = ['whsec_first', 'whsec_second'];
const now = new Date('2026-11-21T12:00:00.000Z');
const seconds = now.getTime() / 1_000;
const event = { id: 'evt_1', type: 'refund.updated', livemode: false, data: { object: { id: 're_1', created: seconds } } };
const [inTest, live] = [new StripeSignature(SECRETS, 'sk_test_live_1'), new StripeSignature(SECRETS, 'sk_live_1')];

function verdictOn(content: unknown, { signature = inTest, secret = SECRETS[0]!, timestamp = seconds, at = now } = {}) {
  const payload = typeof content === 'string' ? content : JSON.stringify(content);
  const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return signature.verified(Buffer.from(payload), header, at);
}

describe('a message of the provider', () => {
  it('is read when any of our secrets signed it', () => {
    for (const secret of SECRETS) expect(verdictOn(event, { secret })).toMatchObject({ notice: { id: 'evt_1', objectId: 're_1' } });
    expect(verdictOn(event, { secret: 'whsec_other' })).toEqual({ refused: 'signature' });
  });

  it('is refused without a time, or with a signature of other bytes', () => {
    const header = 'v1=00';
    for (const unsigned of [undefined, '', header, `t=,${header}`, `t=x,${header}`, `xt=1,${header}`, 't=1x', `t=${'1'.repeat(13)}`])
      expect(inTest.verified(Buffer.from('{}'), unsigned, now)).toEqual({ refused: 'unsigned' });
    for (const signed of [`t=${seconds},${header}`, `${header},t=${seconds}`, `t=${seconds}`])
      expect(inTest.verified(Buffer.from('{}'), signed, now)).toEqual({ refused: 'signature' });
  });

  it('is accepted for five minutes before and after its time, to the second', () => {
    const after = (ms: number) => verdictOn(event, { at: new Date(now.getTime() + ms) });
    for (const ms of [-300_000, 300_000, 300_999]) expect(after(ms)).toHaveProperty('notice');
    expect(after(301_000)).toEqual({ refused: 'stale' });
    expect(after(-300_001)).toEqual({ refused: 'future' });
  });

  it('is refused when it is of the other mode', () => {
    expect(verdictOn({ ...event, livemode: true }, { signature: live })).toHaveProperty('notice');
    expect(verdictOn({ ...event, livemode: true })).toEqual({ refused: 'mode' });
    expect(verdictOn(event, { signature: live })).toEqual({ refused: 'mode' });
    expect(verdictOn(event, { signature: new StripeSignature(SECRETS, '_live_1') })).toHaveProperty('notice');
  });

  it('is refused when it is about the account of somebody else', () => {
    expect(verdictOn({ ...event, account: 'acct_1' })).toEqual({ refused: 'account' });
  });

  it.each([
    'no json',
    'null',
    '{}',
    { ...event, id: 7 },
    { ...event, id: 'evt_' },
    { ...event, id: 'xevt_1' },
    { ...event, id: 'evt_1 ' },
    { ...event, id: `evt_${'1'.repeat(201)}` },
    { ...event, type: 7 },
    { ...event, data: undefined },
    { ...event, data: { object: null } },
    { ...event, data: { object: 'text' } },
  ])('%j is no event, although it is signed', (content) => {
    expect(verdictOn(content)).toEqual({ refused: 'shape' });
  });
});
