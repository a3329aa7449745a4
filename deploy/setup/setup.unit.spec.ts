import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from '@concert/machine-kit/processes';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { saidBy, houseWith } from '../checks/house.harness.ts';
import { adminCheck } from '../checks/emails.ts';
import { stripeCheck } from '../checks/stripe.ts';
import { questionsOf } from './questions.ts';
import { writeEnvFile } from '../env-file.ts';
import type { StripeAccount } from '../accounts/stripe-account.ts';
import { askAt } from './terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'setup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const file = () => path.join(folder, '.env');

it('B4-561 writes the file for its owner alone, whoever could read it before', () => {
  writeFileSync(file(), 'A=1\n');
  chmodSync(file(), 0o644);
  writeEnvFile(file(), 'A=2\n');
  expect([readFileSync(file(), 'utf8'), statSync(file()).mode & 0o777]).toEqual(['A=2\n', 0o600]);
});

it('takes the domain, the first admin and the sender as they are copied', async () => {
  const answers: Record<string, string> = {
    DOMAIN: 'https://Müller．org/',
    ADMIN_EMAIL: 'Anna Müller <anna@müller.org>',
    MAIL_FROM: 'mailto:tickets＠anna.org',
  };
  const read = questionsOf('DOMAIN', {}).flatMap(({ setting, read }) => (read ? [read(answers[setting]!)] : []));
  expect(read).toEqual(['xn--mller-kva.org', 'anna@xn--mller-kva.org', 'tickets@anna.org']);
  expect(await saidBy(adminCheck, houseWith({ ADMIN_EMAIL: 'a$b@anna.org' }))).toMatch(/^red .*not an email address/);
});

it('B4-561 shows what is typed at a question, and nothing of a secret', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { ask: askPerson, close } = askAt(input, output);
  const domain = askPerson('Domain: ', false);
  input.write('concert.anna.org\n');
  expect(await domain).toBe('concert.anna.org');
  const key = askPerson('Key: ', true);
  input.write('sk_test_typedUnseen\n');
  expect(await key).toBe('sk_test_typedUnseen');
  close();
  const shown = String(output.read());
  expect(shown).toContain('concert.anna.org');
  expect(shown).toContain('Key: ');
  expect(shown).not.toMatch(/typedUnseen|sk_/);
});

it.each([
  ['sk_live_x', false, 'usd', /^red .*cannot take payments yet.*onboarding/],
  ['sk_live_x', true, 'usd', /^green Stripe: Anna, live key, country AT, currency usd\.$/],
  ['sk_live_x', true, 'eur', /^advice .*Tickets are sold in USD: Stripe changes each payment into EUR/],
])('B4-562 looks at the account of %s: payments %s, currency %s', async (key, takesPayments, currency, said) => {
  const account = () => Promise.resolve({ name: 'Anna', takesPayments, country: 'AT', currency });
  const house = houseWith(
    { STRIPE_SECRET_KEY: key },
    { stripe: () => ({ account, endpoints: () => Promise.resolve([]) }) as unknown as StripeAccount },
  );
  expect(await saidBy(stripeCheck, house)).toMatch(said);
});

describe('the command', () => {
  const start = (args: string[], env: Record<string, string>) =>
    run(process.execPath, [path.join(import.meta.dirname, '../setup.ts'), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      withinMs: 30_000,
    });

  it('B4-561 shows no secret and writes nothing when an answer is missing or wrong', async () => {
    const secrets = { STRIPE_SECRET_KEY: 'sk_live_ownSecret', SENDGRID_API_KEY: 'SG.own.secret' };
    const { code, output } = await start(['--domain', 'localhost'], secrets);
    expect([code, output]).toEqual([1, expect.stringContaining('localhost is not a domain of your own.')]);
    writeFileSync(
      file(),
      'STRIPE_SECRET_KEY=sk_live_keptSecret\nSTRIPE_API_URL=http://127.0.0.1:9\nSENDGRID_API_KEY=SG.kept.secret\nSENDGRID_API_URL=http://127.0.0.1:9\n',
    );
    chmodSync(file(), 0o644);
    const looked = await start(['--check'], {});
    expect(looked.code).toBe(1);
    for (const line of ['PUBLIC_ORIGIN is missing', 'sent to Stripe only', 'SendGrid does not answer'])
      expect(looked.output).toContain(line);
    expect(output + looked.output).not.toMatch(/ownSecret|own\.secret|keptSecret|kept\.secret/);
    expect(statSync(file()).mode & 0o777).toBe(0o644);
  });

  it('says how it is used, and that an argument is unknown', async () => {
    expect(await start(['--help'], {})).toMatchObject({ code: 0, output: expect.stringContaining('--sendgrid-key') });
    expect(await start(['--nonsense'], {})).toMatchObject({ code: 1, output: expect.stringContaining('--nonsense') });
  });
});
