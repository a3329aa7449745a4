import { describe, expect, it } from '@jest/globals';
import { Failure } from '@concert/machine-kit/failure';
import { databaseUrl } from '../../system/databases.ts';
import { COMMANDS, parseCommand } from './commands.ts';
import { Operation } from './operation.ts';

function refusal(line: string): [message: string, next: string] {
  try {
    parseCommand(line.split(' '));
  } catch (error) {
    if (error instanceof Failure) return [error.message, error.next];
    throw error;
  }
  throw new Error(`${line} was understood`);
}

const shown = (line: string): string => {
  const asked = parseCommand(line === '' ? [] : line.split(' '));
  return 'show' in asked ? asked.show : 'nothing';
};

describe('a command line', () => {
  it('names a command, its words and its options in any order', () => {
    expect(parseCommand(['--yes', 'dead-letters', 'drop', 'svc-notify', '--data', 'x', 'send-tickets', 'id'])).toMatchObject({
      command: { name: 'dead-letters drop' },
      words: ['svc-notify', 'send-tickets', 'id'],
      flags: { yes: true, dryRun: false },
      data: 'x',
    });
    expect(parseCommand(['dead-letters'])).toMatchObject({ command: { name: 'dead-letters list' }, words: [] });
    expect(parseCommand(['jobs', '--dry-run'])).toMatchObject({ command: { name: 'jobs' }, flags: { dryRun: true } });
  });

  it.each([
    ['nonsense', 'There is no command nonsense.'],
    ['first-admin', 'first-admin needs the email.'],
    ['reconcile bk_2', 'bk_2 is one word too many.'],
    ['reconcile --dryrun --yes', 'There is no option --dryrun.'],
    ['dead-letters frobnicate svc-notify send-tickets', 'dead-letters needs to be told what to do.'],
    ['dead-letters drop svc-notify send-tickets', 'dead-letters drop needs the message.'],
    ['status --data', '--data needs the folder behind it.'],
    ['status --data --yes', '--data needs the folder behind it.'],
  ])('that is not understood runs nothing: %s', (line, message) => {
    expect(refusal(line)[0]).toBe(message);
    expect(refusal(line)[1]).not.toBe('');
  });

  it.each(['reconcile --yes --help', 'help reconcile', 'reconcile -h'])('that asks for help runs nothing: %s', (line) => {
    expect(shown(line)).toMatch(/^npm run ops -- reconcile\n\nTakes in now .*\n\nAsks before it changes anything/);
  });

  it('has help for every command, and all of them in the overview', () => {
    for (const { name, brief } of COMMANDS) {
      expect(shown('')).toContain(name);
      expect(shown(`${name} --help`)).toContain(brief.slice(1));
    }
    expect(shown('sessions --help')).toMatch(/sessions list[^]*sessions end/);
  });
});

it.each([
  ['reconcile', 'docker compose exec svc-payment node svc-payment/dist/commands/verify-money.js'],
  ['verify-audit', 'docker compose exec svc-booking node svc-booking/dist/commands/verify-audit.js'],
])('%s in the container of these commands names the one of the service', async (name, next) => {
  const operation = new Operation({ dryRun: false, yes: true }, { MONGO_URL: 'mongodb://mongo', IN_CONTAINERS: 'true' });
  await expect(COMMANDS.find((command) => command.name === name)!.run(operation, [])).rejects.toMatchObject({ next });
});

describe('the address of a deployment somebody else runs', () => {
  it.each([
    [
      'mongodb://root:s%40c@one:27017,two:27017/?replicaSet=rs0',
      'mongodb://root:s%40c@one:27017,two:27017/payment?replicaSet=rs0&authSource=admin',
    ],
    ['mongodb+srv://ops@cluster.example/accounts', 'mongodb+srv://ops@cluster.example/payment?authSource=accounts'],
    ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/payment'],
    ['mongodb://ops:x@one/?authSource=other', 'mongodb://ops:x@one/payment?authSource=other'],
  ])('%s', (given, made) => {
    expect(databaseUrl(given)('svc-payment')).toBe(made);
  });

  it('is refused when it is no address', () => {
    expect(() => databaseUrl('localhost:27017')).toThrow('MONGO_URL is not an address of MongoDB.');
  });
});
