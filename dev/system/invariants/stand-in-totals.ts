import { Failure } from '@concert/machine-kit/failure';
import type { ProviderTotals } from './invariant.ts';

/**
 * What the stand-in of the payment provider has taken and given back.
 * @param payments its origin
 * @throws Failure when it does not answer
 */
export async function standInTotals(payments: string): Promise<ProviderTotals> {
  const answer = await fetch(`${payments}/_admin/totals`).catch(() => undefined);
  if (!answer?.ok) throw new Failure('The stand-in of the payment provider does not answer.', 'npm run ops -- status shows what runs.');
  return (await answer.json()) as ProviderTotals;
}
