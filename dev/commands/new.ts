import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { run } from '@concert/machine-kit/processes';
import { reportAndExit } from '../system/report-and-exit.ts';
import { ROOT } from '../system/rooms.ts';
import { Draft } from './new/draft.ts';
import { draftFeature } from './new/feature.ts';
import { draftRoute } from './new/route.ts';
import { draftScreen } from './new/screen.ts';

const USAGE = `npm run new -- feature <service> <feature>                    svc-booking seat-map
npm run new -- route <owner> <name> <METHOD> <path>           booking showSeatMap GET /api/seat-map
    --access public|session|organiser|admin (organiser)   --feature <feature> (from the name: seat-map)
npm run new -- screen <room> <screen> <route it reads>        mfe-admin seat-map showSeatMap
    --access organiser|admin (organiser)`;

/** What to do after each, in order. */
const NEXT = {
  feature: (draft: Draft) => [
    'say in the first files and in the schema what is really kept, how long, and by which indexes it is found',
    testsOf(draft),
  ],
  route: (draft: Draft) => ['say in the contract what is really answered', 'npm run contracts (publishes the new promise)', testsOf(draft)],
  screen: (draft: Draft) => ['show in the screen what is really read, in words of texts.ts', testsOf(draft)],
} as const;

/** How the new specs are run. */
function testsOf(draft: Draft): string {
  const specs = draft.created.filter((file) => file.includes('.spec.')).map((file) => path.basename(file));
  const of = (kind: string) => specs.filter((file) => file.includes(`.${kind}.`)).map((file) => file.replace(/[.]tsx?$/, ''));
  return ['unit', 'int']
    .filter((kind) => of(kind).length > 0)
    .map((kind) => `npm test ${kind} ${of(kind).join(' ')}`)
    .join('; ');
}

function said(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { access: { type: 'string' }, feature: { type: 'string' } } });
  } catch (error) {
    throw new Failure((error as Error).message, `use it as\n${USAGE}`);
  }
}

/** `npm run new`: writes the skeleton of a feature, a route or a screen, its tests included. */
async function create(args: readonly string[]): Promise<void> {
  const { values, positionals } = said(args);
  const [what, ...names] = positionals;
  const draft = new Draft(ROOT);
  if (what === 'feature') draftFeature(draft, names);
  else if (what === 'route') draftRoute(draft, names, values);
  else if (what === 'screen') await draftScreen(draft, names, values);
  else throw new Failure(`${what ? `"${what}" cannot be made` : 'Nothing was named'}.`, `use it as\n${USAGE}`);
  await draft.write();
  await layOut([...draft.texts.keys()]);
  const lines = [
    ...draft.created.map((file) => `new      ${file}`),
    ...draft.edited.map((file) => `changed  ${file}`),
    ...NEXT[what](draft).map((step, at) => `${at === 0 ? '\nNext: ' : '      '}${step}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function layOut(files: readonly string[]): Promise<void> {
  const prettier = path.join(ROOT, 'node_modules/.bin/prettier');
  const { code, output } = await run(process.execPath, [prettier, '--write', '--log-level', 'warn', ...files], {
    cwd: ROOT,
    withinMs: 60_000,
  });
  if (code !== 0) throw new Error(output.trim() || `prettier ended with code ${code}`);
}

await create(process.argv.slice(2)).catch(reportAndExit);
