import { expect, it } from '@jest/globals';
import { returnAddressFaults } from './return-addresses.ts';

const ORIGIN = 'http://localhost:8080';
const PATHS = { successfulUrl: '/payment-successful', cancelUrl: '/payment-cancelled', failureUrl: '/payment-failed' };
const own = { successfulUrl: ORIGIN + PATHS.successfulUrl, cancelUrl: ORIGIN + PATHS.cancelUrl, failureUrl: ORIGIN + PATHS.failureUrl };

it.each(Object.entries(PATHS))('S7-15 takes only the exact return pages of this site as %s', (field, path) => {
  expect(returnAddressFaults(own, ORIGIN)).toEqual([]);
  const foreign = [
    ...[`http://evil.test${path}`, `//localhost:8080${path}`, `${ORIGIN}@evil.test${path}`, `${ORIGIN.toUpperCase()}${path}`],
    ...[`${ORIGIN}${path}/`, `${ORIGIN}${path}?x=1`, `${ORIGIN}${path}#x`, `${ORIGIN}/../evil`, `https://localhost:8080${path}`],
    ...['javascript:alert(1)', ` ${ORIGIN}${path}`, `${ORIGIN}\\@evil.test${path}`, path],
  ];
  for (const address of foreign) expect(returnAddressFaults({ ...own, [field]: address }, ORIGIN)).toMatchObject([{ field }]);
});
