import { expect, it } from '@jest/globals';
import { createHostCheck, hostsIn } from './host-check.ts';

it('B9-560 the name by which a stand-in is reached is one of the loopback, or allowed beside it; a page of the internet cannot read the mailbox by a name of its own', () => {
  const isOwn = createHostCheck(hostsIn(' mail:8180, Stripe:8190,'));
  expect(
    ['localhost:8180', '127.0.0.1:8180', '[::1]:8180', 'LOCALHOST', 'mail:8180', 'stripe:8190'].filter((name) => !isOwn(name)),
  ).toEqual([]);
  expect(
    [undefined, '', 'evil.test', 'localhost.evil.test:8180', '127.0.0.1.evil.test', 'mail', 'mail:8181', '203.0.113.7:8180'].filter(isOwn),
  ).toEqual([]);
});
