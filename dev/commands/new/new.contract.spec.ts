import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '@concert/machine-kit/processes';
import ts from 'typescript';
import { ROOT } from '../../system/rooms.ts';
import { Draft } from './draft.ts';
import { draftFeature } from './feature.ts';
import { draftRoute, type RouteOptions } from './route.ts';
import { draftScreen } from './screen.ts';

/** What the compiler finds in drafted files, as if they were written. */
function faultsIn(draft: Draft, config: string, files: readonly string[]): string[] {
  const settings = ts.getParsedCommandLineOfConfigFile(
    path.join(ROOT, config),
    { noEmit: true, incremental: false, composite: false },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  )!;
  const drafted = (file: string) => draft.texts.get(path.relative(ROOT, file));
  const host = ts.createCompilerHost(settings.options);
  const { fileExists, readFile, getSourceFile } = host;
  // A folder that is drafted is not there either: every one may hold something.
  host.directoryExists = () => true;
  host.fileExists = (file) => drafted(file) !== undefined || fileExists(file);
  host.readFile = (file) => drafted(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...more) => {
    const text = drafted(file);
    return text === undefined ? getSourceFile(file, language, ...more) : ts.createSourceFile(file, text, language, true);
  };
  // Workspaces are links; a drafted contract has no file yet that a link could lead to.
  const options = {
    ...settings.options,
    tsBuildInfoFile: undefined,
    paths: { ...settings.options.paths, '@concert/contracts/*': ['./contracts/*.ts'] },
  };
  const roots = files.map((file) => path.join(ROOT, file));
  const ambient = settings.fileNames.filter((file) => file.endsWith('.d.ts'));
  const program = ts.createProgram({ rootNames: [...roots, ...ambient], options, host });
  const sources = roots.map((file) => program.getSourceFile(file)!);
  return sources
    .flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)])
    .map(({ file, messageText }) => `${path.relative(ROOT, file!.fileName)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}

const route = (draft: Draft, names: string, options: RouteOptions = {}) => draftRoute(draft, names.split(' '), options);

describe('what is drafted', () => {
  const draft = new Draft(ROOT);

  beforeAll(async () => {
    draftFeature(draft, ['svc-notify', 'seat-map']);
    route(draft, 'booking showSeatMap GET /api/seat-map');
    route(draft, 'booking lockSeatMap POST /api/seat-map/:bookingId/:row', { access: 'session' });
    route(draft, 'booking showDoorMap GET /api/door-map/:bookingId', { feature: 'door' });
    route(draft, 'booking callDoorMap POST /api/door-map', { feature: 'door', access: 'public' });
    route(draft, 'auth showSeatMap PUT /api/auth/seat-map', { access: 'admin' });
    route(draft, 'payment showSeatMap GET /api/payment-map');
    route(draft, 'notify listSeatMap GET /api/mail-map');
    await draftScreen(draft, ['mfe-admin', 'seat-map', 'verifyActs'], {});
  });

  it.each([
    ['tsconfig.json', /^(?!mfe-).*[.]ts$/],
    ['tsconfig.web.json', /^mfe-.*[.]tsx?$/],
  ])('is found right by the compiler (%s)', (config, which) => {
    const files = [...draft.texts.keys()].filter((file) => which.test(file));
    expect(files.length).toBeGreaterThan(4);
    expect(faultsIn(draft, config, files)).toEqual([]);
  });

  it('puts a route into its owner’s table, and a module into its service', () => {
    expect(draft.texts.get('contracts/booking/http.ts')).toMatch(/\.\.\.seatMapRoutes,/);
    expect(draft.texts.get('svc-booking/src/app.module.ts')).toMatch(/\bSeatMapModule,\s+\]/);
    expect(draft.texts.get('svc-booking/src/seat-map/seat-map.controller.ts')).toMatch(/showSeatMap\(\)[^]*lockSeatMap\(\{ params \}/);
    expect(draft.created.filter((file) => file.startsWith('svc-booking/') && file.endsWith('.module.ts'))).toHaveLength(1);
  });
});

describe('what is written', () => {
  let folder: string;
  /* The settings of the layout, and what is changed. */
  const NEEDED = [
    '.prettierrc.json',
    'contracts/booking',
    'contracts/core',
    'contracts/site',
    'svc-booking/src/app.module.ts',
    'mfe-admin/src',
  ];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'concert-new-'));
    for (const place of NEEDED) await cp(path.join(ROOT, place), path.join(folder, place), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('can be laid out, and is never written over', async () => {
    const draft = new Draft(folder);
    route(draft, 'booking showSeatMap GET /api/seat-map');
    await draft.write();
    const { code, output } = await run(
      process.execPath,
      [path.join(ROOT, 'node_modules/.bin/prettier'), '--write', ...draft.texts.keys()],
      { cwd: folder },
    );
    expect([code, output.includes('error')]).toEqual([0, false]);
    const file = path.join(folder, draft.created[0]!);
    expect(existsSync(file)).toBe(true);
    const text = readFileSync(file, 'utf8');
    expect(() => route(new Draft(folder), 'booking showSeatMap GET /api/other', { feature: 'other' })).toThrow(
      /has a route showSeatMap already/,
    );
    expect(() => route(new Draft(folder), 'booking showOther GET /api/seat-map')).toThrow(/has a route at GET \/api\/seat-map already/);
    const again = new Draft(folder);
    expect(() => again.create(draft.created[0]!, '')).toThrow(/exists already, so nothing was written/);
    await again.write();
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('a name', () => {
  const draft = new Draft(ROOT);
  it.each<[string, RouteOptions, RegExp]>([
    ['', {}, /has no name/],
    ['bookings showSeatMap GET /api/x', {}, /"bookings" is no owner of routes/],
    ['booking seats GET /api/x', {}, /"seats" is no name for a route/],
    ['booking showSeatMap FETCH /api/x', {}, /"FETCH" is no method/],
    ['booking showSeatMap GET /seats', {}, /"\/seats" is no path of a route/],
    ['booking showSeatMap GET /internal/seats', {}, /names its callers/],
    ['booking showSeatMap GET /api/x', { access: 'everybody' }, /"everybody" is no access/],
    ['booking showSeatMap GET /api/x', { feature: 'SeatMap' }, /"SeatMap" is no name for a feature/],
    ['booking showUtils GET /api/x', {}, /says nothing about the feature/],
  ])('that makes no route is refused: %s', (names, options, why) => {
    expect(() => route(draft, names, options)).toThrow(why);
  });

  it.each([
    [['svc-seats', 'seat-map'], /"svc-seats" is no service/],
    [['svc-booking'], /The feature has no name/],
    [['svc-booking', 'door'], /exists already/],
  ])('that makes no feature is refused: %j', (names, why) => {
    expect(() => draftFeature(new Draft(ROOT), names)).toThrow(why);
  });

  it.each([
    [['mfe-public', 'seat-map', 'verifyActs'], /"mfe-public" is no room/],
    [['mfe-admin', 'seat-map', 'showNothing'], /There is no route showNothing/],
    [['mfe-admin', 'seat-map', 'showBooking'], /cannot be read without being told what/],
    [['mfe-admin', 'money-check', 'verifyActs'], /exists already/],
  ])('that makes no screen is refused: %j', async (names, why) => {
    await expect(draftScreen(new Draft(ROOT), names, {})).rejects.toThrow(why);
  });
});
