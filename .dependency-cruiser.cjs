/*
 * The import fences: who may know whom, as docs/decisions/0012 explains. `docs/fences.contract.spec.ts` plants a
 * forbidden import for every rule here and sees it refused; a rule without a plant fails that test.
 *
 * Names carry the roles. In a service, `svc-x/src/<feature>/`:
 *   booking.ts                         domain: no suffix. Rules and use cases; time and random values are arguments
 *   bookings.controller.ts and alike   a dotted role suffix: glue that may know Nest
 *   mongo-bookings.ts                  an adapter: technology first. The only files that see that technology
 */

/** Specs, the suites they run, and the harnesses they stand on. */
const SPEC = '[.](spec|suite|harness)[.]tsx?$';
/** Who tests: specs and what they stand on, journeys, experiments, measurements, the demo, which plays people as journeys do, and the command that runs the tests. */
const TESTING = [
  SPEC,
  '[.]setup[.](ts|mjs)$',
  '/src/testing/',
  '^packages/test-kit/',
  '^(e2e|bench)/',
  '^dev/(prove|demo)/',
  '^dev/commands/test[.]ts$',
];
const DATABASE = 'node_modules/(mongoose|mongodb|@nestjs/mongoose)/';
const BROKER = 'node_modules/(amqplib|amqp-connection-manager)/';
const WEB_ROOM = '^(shell|mfe-[^/]+)/';
const WEB_LIBRARY = 'node_modules/(react|react-dom|react-router-dom|react-error-boundary|@module-federation/[^/]+|webpack)/';
const SERVER_LIBRARY =
  'node_modules/(@nestjs/[^/]+|mongoose|mongodb|amqplib|amqp-connection-manager|fastify|@fastify/[^/]+|stripe|@sendgrid/[^/]+|pino|exceljs|pdfkit|@node-rs/[^/]+|@napi-rs/[^/]+)/';
const BANNED_NAME = '(^|[/.])(commons?|shared|helpers?|utils?|managers?)[/.]';
const DOMAIN_FILE =
  '^svc-[^/]+/src/(?!commands/).+/(?!(mongo|http|stripe|sendgrid|argon2|openid|ed25519|excel|pdf|qr|canvas)-)[^/.]+[.]ts$';

/** The surroundings, lowest first; those side by side do not need each other either. `tests`: its specs keep to it too. */
const LAYERS = [
  { name: 'system', path: '^dev/system/' },
  { name: 'commands', path: '^dev/commands/', tests: true, beside: '^deploy/' },
  { name: 'deploy', path: '^deploy/', tests: true, beside: '^dev/commands/' },
  { name: 'experiments', path: '^dev/prove/', tests: true, beside: '^bench/' },
  { name: 'measurements', path: '^bench/', tests: true, beside: '^dev/prove/' },
  { name: 'demo', path: '^dev/demo/', tests: true, beside: '^(dev/prove|bench)/' },
  { name: 'journeys', path: '^e2e/', tests: true, beside: '^(dev/(prove|demo)|bench)/' },
];

/** Rooms whose folders stand on each other, lowest first; `|`: side by side. What lies above all of them, wiring mostly, lies in the room. */
const FLOORS = {
  'packages/service-kit/src': ['process', 'store', 'identity', 'http|messages'],
  'svc-payment/src/refunds': ['rules', 'sending', 'asking'],
};

/** What a layer may not import: whatever stands above it or beside it. */
function above(index) {
  const { beside } = LAYERS[index];
  return [...LAYERS.slice(index + 1).map(({ path }) => path), ...(beside ? [beside] : [])];
}

/** Every rule is an error: a warning is a fence with a gate left open. */
function never(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    never(
      'service-not-another-service',
      "A service learns from facts, not from a neighbour's code.",
      { path: '^(svc-[^/]+)/' },
      { path: '^svc-', pathNot: '^$1/' },
    ),
    never(
      'service-nothing-web',
      'A service has no screen.',
      { path: '^svc-' },
      { path: [WEB_ROOM, '^gateway/', '^packages/(web-kit|design-system)/', '^contracts/site/', WEB_LIBRARY] },
    ),
    never(
      'service-foreign-http-only-in-an-adapter',
      'The one hop to a neighbour is an adapter (http-*.ts), so that it can be seen, bounded and replaced.',
      { path: '^svc-([^/]+)/', pathNot: ['/http-[^/]+[.]ts$', SPEC] },
      { path: '^contracts/[^/]+/(http|problems)[.]ts$', pathNot: '^contracts/($1|core)/' },
    ),
    never(
      'service-mongoose-only-in-mongo-files',
      'Only mongo-*.ts and the schemas see the database; migrations are steps on documents and belong to it.',
      { path: '^svc-', pathNot: ['/mongo-[^/]+[.]ts$', '[.]schema[.]ts$', '/migrations/', SPEC] },
      { path: DATABASE },
    ),
    never(
      'service-broker-only-through-the-kit',
      'Messages leave through the outbox and come through the transport.',
      { path: '^svc-', pathNot: SPEC },
      { path: BROKER },
    ),
    never(
      'service-stripe-only-in-stripe-files',
      'One adapter speaks to the payment provider.',
      { path: '^svc-', pathNot: ['/stripe-[^/]+[.]ts$', SPEC] },
      { path: 'node_modules/stripe/' },
    ),
    never(
      'service-sendgrid-only-in-sendgrid-files',
      'One adapter speaks to the mail provider.',
      { path: '^svc-', pathNot: ['/sendgrid-[^/]+[.]ts$', SPEC] },
      { path: 'node_modules/@sendgrid/' },
    ),
    never(
      'domain-file-knows-no-machinery',
      'Rules are plain TypeScript: no framework, database, clock, random source or file.',
      { path: DOMAIN_FILE },
      {
        path: [
          SERVER_LIBRARY,
          'node_modules/(rxjs|reflect-metadata|jose|qrcode)/',
          '^(node:)?(crypto|fs|fs/promises|timers|timers/promises|http|https|net|process|child_process)$',
        ],
      },
    ),
    never(
      'gateway-no-database-no-broker',
      'The gateway keeps no state; not even through something it imports.',
      { path: '^gateway/', pathNot: SPEC },
      { path: [DATABASE, BROKER], reachable: true },
    ),
    never(
      'gateway-no-room',
      'The gateway forwards; it knows no room from the inside.',
      { path: '^gateway/' },
      { path: ['^svc-', WEB_ROOM, '^packages/(web-kit|design-system)/'] },
    ),
    never('gateway-no-facts', 'Facts travel between services only.', { path: '^gateway/' }, { path: '^contracts/[^/]+/events[.]ts$' }),
    // What people type is plain data, tried alike on a form and on the service behind it.
    never(
      'screen-no-server',
      'A browser gets nothing of a server.',
      { path: WEB_ROOM, pathNot: SPEC },
      { path: ['^svc-', '^gateway/', '^packages/(service-kit|machine-kit|test-kit)/', SERVER_LIBRARY] },
    ),
    never(
      'screen-test-no-server',
      'A screen is tested without servers.',
      { path: WEB_ROOM },
      {
        path: ['^svc-', '^gateway/', '^packages/(service-kit|machine-kit|test-kit)/', SERVER_LIBRARY],
        pathNot: '^packages/test-kit/src/(typed|words)[.]ts$',
      },
    ),
    never(
      'screen-not-another-screen',
      'Remotes meet in the browser, not in the source.',
      { path: '^(shell|mfe-[^/]+)/' },
      { path: WEB_ROOM, pathNot: '^$1/' },
    ),
    never(
      'screen-no-facts',
      'A screen calls routes; facts are not for it.',
      { path: [WEB_ROOM, '^packages/(web-kit|design-system)/'] },
      { path: '^contracts/[^/]+/(events|envelope)[.]ts$' },
    ),
    never(
      'contract-not-another-promise',
      "An owner may use another's plain vocabulary (seating.ts), never its routes, facts or problems.",
      { path: '^contracts/([^/]+)/', pathNot: ['^contracts/site/', SPEC] },
      { path: '^contracts/[^/]+/(http|events|problems)[.]ts$', pathNot: '^contracts/$1/' },
    ),
    never(
      'contract-owner-knows-no-page',
      'site/ stands on the owners: what gateway, shell and remotes agree on about pages. No owner knows where it is shown.',
      { path: '^contracts/(?!site/)', pathNot: SPEC },
      { path: '^contracts/site/' },
    ),
    never(
      'contract-site-no-facts',
      'A page shows what a route answers.',
      { path: '^contracts/site/' },
      { path: '^contracts/[^/]+/events[.]ts$' },
    ),
    never(
      'contract-core-knows-no-owner',
      'core is what every owner stands on.',
      { path: '^contracts/core/', pathNot: SPEC },
      { path: '^contracts/', pathNot: '^contracts/core/' },
    ),
    never(
      'contract-only-zod',
      'A promise is data.',
      { path: '^contracts/', pathNot: SPEC },
      { path: '^(?!contracts/)', pathNot: 'node_modules/zod/' },
    ),
    never(
      'kit-no-room',
      'A kit that knows a room is a room.',
      { path: '^packages/', pathNot: SPEC },
      { path: '^(svc-[^/]+|gateway|shell|mfe-[^/]+|dev|e2e|bench)/' },
    ),
    never(
      'kit-not-another-kit',
      'Kits stand beside each other; only test-kit stands on machine-kit, and tests of kits on both.',
      { path: '^packages/([^/]+)/', pathNot: [SPEC, '^packages/test-kit/'] },
      { path: '^packages/', pathNot: '^packages/$1/' },
    ),
    ...Object.entries(FLOORS).flatMap(([room, floors]) =>
      floors.map((floor, index) =>
        never(
          `floor-${room}/${floor}`,
          "The folders of a room stand on each other in one direction, as the room's README tells.",
          { path: `^${room}/(${floor})/`, pathNot: SPEC },
          { path: `^${room}/`, pathNot: `^${room}/(${['$1', ...floors.slice(0, index)].join('|')})/` },
        ),
      ),
    ),
    never(
      'test-kit-stands-on-machine-kit',
      'Tests need servers, clocks and a client of the site, and no kit that they are about.',
      { path: '^packages/test-kit/', pathNot: SPEC },
      { path: '^packages/', pathNot: ['^packages/(test-kit|machine-kit)/', '^packages/web-kit/src/api-client[.]ts$'] },
    ),
    never(
      'kit-no-owner',
      'A business noun in a kit is a bug: kits know contracts/core only. What buys in tests knows the routes.',
      { path: '^packages/(?!web-kit/)', pathNot: [SPEC, '^packages/test-kit/src/(site-client|buyers)[.]ts$'] },
      { path: '^contracts/(?!core/)' },
    ),
    never(
      'room-not-its-surroundings',
      'Nothing in a room knows which world it runs in; its tests stand on kits as well.',
      { path: '^(svc-[^/]+|gateway|shell|mfe-[^/]+|contracts|packages)/', pathNot: '/webpack[.]config[.]mjs$' },
      { path: '^(dev|e2e|bench|deploy|docs)/' },
    ),
    never(
      'test-kit-only-in-tests',
      'What serves tests does not ship, and does not start a system.',
      { pathNot: TESTING },
      { path: '^packages/test-kit/' },
    ),
    never(
      'harness-only-in-tests',
      'What tests stand on is neither built nor shipped: a program that needs it does not start.',
      { pathNot: SPEC },
      { path: SPEC },
    ),
    never(
      'stand-ins-around-rooms',
      'A room reaches providers by their own SDKs; only its tests start what stands in for them.',
      { path: '^(svc-[^/]+|gateway|shell|mfe-[^/]+|packages/(?!stand-ins/))', pathNot: TESTING },
      { path: '^packages/stand-ins/' },
    ),
    never(
      'machine-kit-around-rooms',
      'A room does not start the servers it needs; its tests do.',
      { path: '^(svc-[^/]+|gateway|shell|mfe-[^/]+|packages/(service-kit|web-kit|design-system))/', pathNot: TESTING },
      { path: '^packages/machine-kit/' },
    ),
    ...LAYERS.map(({ name, path, tests }, index) =>
      never(
        `layer-${name}`,
        'The surroundings stand on each other in this order: docs/decisions/0012.',
        { path, ...(tests ? {} : { pathNot: SPEC }) },
        { path: above(index) },
      ),
    ),
    never(
      'testing-only-in-tests',
      'What stands in for a site or a shell in the tests of screens does not ship.',
      { path: '^(shell|mfe-[^/]+|packages)/', pathNot: [SPEC, '/src/testing/'] },
      { path: '^(shell|mfe-[^/]+|packages/[^/]+)/src/testing/' },
    ),
    never(
      'surroundings-no-room',
      'Starters, journeys and measurements use the running system.',
      { path: '^(dev|e2e|bench)/' },
      { path: ['^svc-', '^gateway/', WEB_ROOM] },
    ),
    never('name-not-banned-from', 'A folder named after nothing collects everything.', { path: BANNED_NAME }, {}),
    never('name-not-banned-to', 'A folder named after nothing collects everything.', {}, { path: BANNED_NAME, pathNot: 'node_modules/' }),
    never('no-cycle', 'Modules in a ring cannot be read, tested or started one by one.', {}, { circular: true }),
    never('no-built-output', 'Sources import sources.', {}, { path: '(^|/)dist/', pathNot: 'node_modules/' }),
    never('no-unresolved', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    never(
      'no-undeclared',
      'A package used but not declared works only where it happens to lie.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    exclude: { path: ['(^|/)(coverage|[.]data|[.]cache)/', '[.]css$', '[.](svg|png|jpe?g|webp|avif|mp3|mp4|webm|woff2?)$'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
