import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@concert/test-kit/clock';
import { DAY_MS } from '@concert/contracts/core/durations';
import { HttpPublicSite, SiteFault, type SeenPage } from './http-public-site.ts';
import { placeholdersIn, ShowReadiness } from './show-readiness.ts';

const clock = new FakeClock('2026-11-21T12:00:00.000Z');
const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);

async function rowsWith(page: (path: string) => SeenPage, refused = 0): Promise<Record<string, string>> {
  const site = { origin: 'https://music.org', page: (path: string) => Promise.resolve().then(() => page(path)) } as HttpPublicSite;
  const mails = { countRefused: () => Promise.resolve(refused), hasArrived: () => Promise.resolve(true) };
  const none = {} as never;
  const readiness = new ShowReadiness(mails as never, none, none, none, site, clock, 'tickets@music.org', 'office@music.org', 'key');
  return Object.fromEntries((await readiness.rows()).map(({ id, state, words }) => [id, `${state}: ${words}`]));
}

describe('whether mails and the site are ready', () => {
  it('B4-557 the site is, with texts of its own and a certificate for weeks', async () => {
    expect(await rowsWith(() => ({ html: '<p>2 Market Square</p>', certificateEnds: inDays(60) }))).toEqual({
      sender: 'green: A test email of tickets@music.org was delivered.',
      texts: 'green: Imprint, terms and refund rule contain no sample text.',
      certificate: 'green: The certificate of https://music.org is good for 60 days.',
    });
  });

  it('B4-557 words of the example are named with their page', async () => {
    const rows = await rowsWith((path) => ({ html: path === '/imprint' ? '<p>1 Example Street</p>' : '', certificateEnds: inDays(13) }));
    expect(rows['texts']).toMatch(/^red: .*“1 Example Street” on \/imprint/);
    expect(rows['certificate']).toMatch(/^red: .*ends in 13 days/);
  });

  it('B4-557 a site without https or out of reach, and a sender that is refused, are not ready', async () => {
    expect((await rowsWith(() => ({ html: '', certificateEnds: undefined })))['certificate']).toMatch(/^red: /);
    const away = await rowsWith(() => {
      throw new SiteFault('CERT_HAS_EXPIRED');
    }, 1);
    expect(away).toEqual({
      sender: expect.stringMatching(/^red: The email provider refuses/),
      site: 'red: The server cannot reach the site at https://music.org as visitors do (CERT_HAS_EXPIRED).',
      texts: expect.stringMatching(/^red: Not known/),
      certificate: expect.stringMatching(/^red: Not known/),
    });
  });
});

it.each([
  ['<a href="mailto:info@concert.example">info@concert.example</a>', ['info@concert.example']],
  ['<p>Call (555) 123-4567</p>', ['(555) 123-4567']],
  ['<p>[your name], TODO, Lorem ipsum</p>', ['Lorem ipsum', 'TODO', '[your name]']],
  ['<p>For example, an exemplary [note] by office@music.org, (555) 123-4568</p>', []],
])('B4-557 finds the placeholders of %s', (html, found) => {
  expect(placeholdersIn(html)).toEqual(found);
});

it('B4-557 reads a page as a visitor does, and says why it cannot', async () => {
  let slow = 1;
  const server = http.createServer((request, response) => {
    // Its first answer never comes.
    if (request.url === '/privacy' && slow-- > 0) return;
    response.writeHead(request.url === '/terms' ? 503 : 200).end('<p>Words</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = new HttpPublicSite(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 200);
  for (const path of ['/imprint', '/privacy']) expect(await site.page(path)).toEqual({ html: '<p>Words</p>', certificateEnds: undefined });
  await expect(site.page('/terms')).rejects.toThrow(new SiteFault('status 503'));
  slow = 2;
  await expect(site.page('/privacy')).rejects.toThrow('no answer within 0.2 s');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(site.page('/imprint')).rejects.toThrow('ECONNREFUSED');
});
