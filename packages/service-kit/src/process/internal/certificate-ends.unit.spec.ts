import { createAuthority } from '@concert/test-kit/certificates';
import { describe, expect, it } from '@jest/globals';
import { authoritiesEndAt, chainEndsAt } from './certificate-ends.ts';

const now = new Date();
/** Whole days from now until then. */
const daysUntil = (end: number | undefined) => end !== undefined && Math.round((end - now.getTime()) / 86_400_000);

describe('the end of certificates', () => {
  it('B9-546 of a chain is that of the one that ends first', async () => {
    const authority = await createAuthority('any', { days: 7 });
    const { cert } = await authority.issue('svc-probe', { days: 90 });
    expect(daysUntil(chainEndsAt(cert))).toBe(90);
    expect(daysUntil(chainEndsAt(`${cert}\n${authority.cert}`))).toBe(7);
  });

  it('B9-546 of authorities is the next that comes, past those that ended long ago, and the last where all have ended', async () => {
    const days = async (...lives: number[]) =>
      daysUntil(
        authoritiesEndAt(
          (await Promise.all(lives.map(async (life) => (await createAuthority('any', { days: life })).cert))).join('\n'),
          now,
        ),
      );
    expect(await days(300, -40, 20)).toBe(20);
    expect(await days(-40, -2)).toBe(-2);
  });

  it('B9-546 is not made up where there is no certificate', () => {
    expect([chainEndsAt('no certificate'), authoritiesEndAt('', now)]).toEqual([undefined, undefined]);
  });
});
