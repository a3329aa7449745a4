import { describe, expect, it } from '@jest/globals';
import { admin, paidSession, standin, stripe, useStandin } from './running-standin.harness.ts';

useStandin();

describe('refunds', () => {
  it('are made whole or in parts and never exceed the charge', async () => {
    const { charge, intent } = await paidSession();
    await stripe.refunds.create({ payment_intent: intent.id, amount: 2_000 });
    await expect(stripe.refunds.create({ charge: charge.id, amount: 3_001 })).rejects.toThrow(
      'greater than unrefunded amount on charge ($30.00)',
    );
    const rest = await stripe.refunds.create({ charge: charge.id });
    expect(rest).toMatchObject({ amount: 3_000, status: 'succeeded', charge: charge.id });
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 5_000, refunded: true });
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2);
  });

  it('fail later with 5126, and the money counts as not refunded again', async () => {
    const { charge } = await paidSession('4000000000005126');
    const refund = await stripe.refunds.create({ charge: charge.id });
    expect(refund.status).toBe('succeeded');
    standin.advance(60_000);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(0);
    expect((await stripe.events.list({ type: 'refund.failed' })).data).toHaveLength(1);
  });

  it('stay pending with 7726 until they succeed', async () => {
    const { charge } = await paidSession('4000000000007726');
    const refund = await stripe.refunds.create({ charge: charge.id });
    expect(refund.status).toBe('pending');
    standin.advance(60_000);
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
  });

  it('go from pending to failed when that is switched on', async () => {
    const { charge } = await paidSession();
    standin.faults.refundOutcome = 'pending_then_fails';
    const refund = await stripe.refunds.create({ charge: charge.id });
    expect(refund.status).toBe('pending');
    standin.advance(60_000);
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed');
  });

  it('can be made in the dashboard, and are refused while a dispute is open and when it was lost', async () => {
    const { charge } = await paidSession();
    expect((await admin('/refunds', { charge: charge.id, amount: 1_000 })).status).toBe(200);
    expect((await admin('/disputes', { charge: charge.id, action: 'open' })).status).toBe(200);
    const refusal = {
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    };
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject(refusal);
    const { charge: other } = await paidSession();
    for (const action of ['open', 'lost']) expect((await admin('/disputes', { charge: other.id, action })).status).toBe(200);
    for (const amount of [1, 5_000])
      await expect(stripe.refunds.create({ charge: other.id, amount })).rejects.toMatchObject({ code: 'charge_disputed', statusCode: 400 });
    expect((await stripe.disputes.list({ charge: other.id })).data).toMatchObject([
      { status: 'lost', is_charge_refundable: false, balance_transactions: [{ amount: -5_000 }] },
    ]);
    await admin('/disputes', { charge: charge.id, action: 'won' });
    await stripe.refunds.create({ charge: charge.id });
    const state = (await (await fetch(`${standin.url}/_admin`)).json()) as { totals: unknown };
    expect(state.totals).toMatchObject({ capturedMinor: 10_000, refundedMinor: 5_000, disputedMinor: 5_000, netMinor: 0, charges: 2 });
  });

  it('that wait fail when their charge is disputed; an inquiry takes no money and a refund ends it', async () => {
    const { charge } = await paidSession('4000000000007726');
    const pending = await stripe.refunds.create({ charge: charge.id });
    expect(pending.status).toBe('pending');
    await admin('/disputes', { charge: charge.id, action: 'open' });
    expect(await stripe.refunds.retrieve(pending.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'charge_for_pending_refund_disputed',
    });
    const { charge: asked } = await paidSession();
    await admin('/disputes', { charge: asked.id, action: 'inquire' });
    expect((await stripe.disputes.list({ charge: asked.id })).data).toMatchObject([
      { status: 'warning_needs_response', is_charge_refundable: true, balance_transactions: [] },
    ]);
    await stripe.refunds.create({ charge: asked.id });
    expect((await stripe.disputes.list({ charge: asked.id })).data).toMatchObject([{ status: 'warning_closed' }]);
  });

  it('follow a card that is disputed by itself', async () => {
    const { charge } = await paidSession('4000000000000259');
    expect(charge.disputed).toBe(true);
    expect((await stripe.events.list({ type: 'charge.dispute.created' })).data).toHaveLength(1);
  });
});
