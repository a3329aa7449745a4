const swc = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2024',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

const swcWithJsx = {
  ...swc,
  jsc: {
    ...swc.jsc,
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
};

/** What every project shares. The sources are read through the `source` condition, so no build has to run first. */
const base = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx', '.md'],
  transform: { '\\.ts$': ['@swc/jest', swc], '\\.tsx$': ['@swc/jest', swcWithJsx], '\\.md$': '<rootDir>/dev/web-build/content.jest.mjs' },
  moduleNameMapper: {
    '\\.css$': '<rootDir>/packages/test-kit/src/class-names.ts',
    '^(.*\\.json)\\?brief$': '$1',
    '\\.(svg|png|jpe?g|webp|avif|mp3|mp4|webm|ogg|woff2?)$': '<rootDir>/packages/test-kit/src/asset-stand-in.ts',
  },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/\\.data/', '<rootDir>/\\.cache/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

const onNode = {
  ...base,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
};

/** How long one test may take. */
const patience = (ms, ...more) => ({
  globals: { TEST_PATIENCE_MS: ms },
  setupFilesAfterEnv: ['<rootDir>/packages/test-kit/src/patience.setup.ts', ...more],
});

export default {
  // What a file loaded is not all let go of when it ends: without this each worker grows to 2 GB.
  workerIdleMemoryLimit: '1GB',
  // On a busy machine a worker of that size takes more than the half second that jest gives it to end. A handle left open still shows.
  workerGracefulExitTimeout: 10_000,
  projects: [
    { ...onNode, displayName: 'unit', testMatch: ['<rootDir>/**/*.unit.spec.ts'], ...patience(60_000) },
    {
      ...base,
      displayName: 'unit-web',
      testEnvironment: 'jsdom',
      setupFiles: ['<rootDir>/packages/test-kit/src/jsdom.setup.ts'],
      testEnvironmentOptions: { customExportConditions: ['source', 'browser'] },
      testMatch: ['<rootDir>/**/*.unit.spec.tsx'],
      ...patience(
        60_000,
        '<rootDir>/packages/test-kit/src/screens.setup.ts',
        '<rootDir>/packages/web-kit/src/testing/field-labels.setup.ts',
      ),
    },
    { ...onNode, displayName: 'contract', testMatch: ['<rootDir>/**/*.contract.spec.ts'], ...patience(60_000) },
    {
      ...onNode,
      displayName: 'int',
      testMatch: ['<rootDir>/**/*.int.spec.ts'],
      // Servers that start beside other tests take their time; a test that passes never waits it out.
      ...patience(90_000),
      globalSetup: '<rootDir>/packages/test-kit/src/servers.setup.mjs',
      globalTeardown: '<rootDir>/packages/test-kit/src/servers.teardown.mjs',
    },
    {
      ...onNode,
      displayName: 'e2e',
      testMatch: ['<rootDir>/e2e/**/*.e2e.spec.ts'],
      ...patience(120_000, '<rootDir>/e2e/console-errors.setup.ts'),
      globalSetup: '<rootDir>/e2e/system.setup.mjs',
      globalTeardown: '<rootDir>/e2e/system.teardown.mjs',
    },
  ],
};
