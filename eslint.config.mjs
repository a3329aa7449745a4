import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { productSecurityRules, securityRules } from './docs/security/lint-rules.ts';

/*
 * Lint with type information. Every rule is an error: a warning nobody has to heed is noise.
 * Who may import whom is fenced by .dependency-cruiser.cjs; layout is Prettier's (`npm run format`) and no rule here touches it.
 */

const NODE_SIDE = [
  'contracts/**/*.ts',
  'packages/{service-kit,machine-kit,test-kit,stand-ins}/**/*.ts',
  '{gateway,svc-*,dev,e2e,bench,deploy,docs}/**/*.ts',
];
const WEB_SIDE = ['packages/{web-kit,design-system}/**/*.{ts,tsx}', '{shell,mfe-*}/**/*.{ts,tsx}'];
const SPECS = ['**/*.{spec,suite,harness}.{ts,tsx}'];
/** Run by Node itself, which strips types and nothing more. */
const STRIPPED = ['{dev,e2e,bench,deploy,docs}/**/*.ts', 'packages/{machine-kit,test-kit,stand-ins}/**/*.ts'];
/** As in .dependency-cruiser.cjs: files of a feature without a role suffix and without a technology in front. */
const DOMAIN = {
  files: ['svc-*/src/*/**/*.ts'],
  ignores: [
    'svc-*/src/*/**/*.*.ts',
    'svc-*/src/*/**/{mongo,http,stripe,sendgrid,argon2,openid,ed25519,excel,pdf,qr}-*.ts',
    'svc-*/src/{commands,migrations}/*.ts',
  ],
};

const FOCUSED = {
  selector: "MemberExpression[property.name='only'][object.name=/^(it|test|describe)$/]",
  message: 'A focused test silences its neighbours.',
};
const ERASABLE = [
  { selector: 'TSEnumDeclaration', message: 'Node strips types only: use a const array and a union.' },
  { selector: 'TSParameterProperty', message: 'Node strips types only: declare the field.' },
  { selector: 'Decorator', message: 'Node strips types only.' },
  { selector: 'TSModuleDeclaration[kind!="global"]:not([declare=true])', message: 'Node strips types only: use a module.' },
];
const CLOCK_AND_CHANCE = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time is an argument in domain code.' },
  {
    selector: "CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name='now']",
    message: 'Time is an argument in domain code.',
  },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'Random values are arguments in domain code.' },
  { selector: 'CallExpression[callee.name=/^(setTimeout|setInterval|fetch)$/]', message: 'Domain code has no timers and no network.' },
  { selector: 'MemberExpression[object.name=/^(process|crypto)$/]', message: 'Domain code knows no process and no random source.' },
];

const OWN_CLOCK_FACE = {
  selector: "NewExpression[callee.object.name='Intl'][callee.property.name='DateTimeFormat'] Property[key.name=/^(hour|timeStyle)$/]",
  message: 'Times are printed by contracts/core/time-in-words.ts, which names their zone.',
};

/** See docs/decisions/0088. */
const KEPT_BY_REQUEST = {
  selector: "NewExpression[callee.name='WeakMap'][typeArguments.params.0.typeName.name=/(Request|Reply|Response|IncomingMessage|Socket)$/]",
  message:
    'What belongs to a request is a property of it (decorateRequest, decorateReply): a WeakMap of requests makes garbage collections long.',
};

const RELATIVE_WITH_EXTENSION = {
  regex: '^[.]{1,2}/(?!.*[.](ts|tsx|mjs|cjs|json([?]brief)?|md|css|svg|png|jpe?g|webp|avif|mp3|mp4|webm|woff2)$)',
  message: 'Relative imports carry the extension of the source file.',
};
const NO_CLIENT_PROXY = {
  group: ['@nestjs/microservices'],
  importNames: ['ClientProxy', 'ClientProxyFactory', 'ClientsModule'],
  message: 'Facts leave through the outbox; only its relay publishes.',
};

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.data/**', '.cache/**', 'coverage/**', '**/public/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  securityRules,
  {
    files: ['**/*.{mjs,cjs,js}'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'URL', 'Buffer', 'setTimeout', 'clearTimeout', 'module', 'require', '__dirname', 'fetch', 'AbortSignal'].map(
          (name) => [name, 'readonly'],
        ),
      ),
    },
  },
  {
    files: [...NODE_SIDE, ...WEB_SIDE],
    extends: [tseslint.configs.recommendedTypeChecked],
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' }],
      // A port is asynchronous because some adapter is; the others need not pretend to wait.
      '@typescript-eslint/require-await': 'off',
      // Drivers type their states as enums and answer plain numbers.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Numbers and ids are what messages are made of.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/naming-convention': [
        'error',
        {
          selector: ['class', 'interface', 'typeAlias', 'function'],
          format: null,
          custom: { regex: '^(common|shared|helpers?|utils?|managers?)$|(Common|Shared|Helpers?|Utils?|Managers?|Info)$', match: false },
        },
      ],
      'no-restricted-imports': ['error', { patterns: [RELATIVE_WITH_EXTENSION] }],
      'no-restricted-syntax': ['error', FOCUSED],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  { files: NODE_SIDE, languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } } },
  {
    files: WEB_SIDE,
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { parserOptions: { project: './tsconfig.web.json', tsconfigRootDir: import.meta.dirname } },
    // A screen asks for what it shows when it appears; the answer has to be kept somewhere.
    rules: { 'react-hooks/set-state-in-effect': 'off' },
  },
  {
    // What is longer does several things, and each of them wants a name. A suite of tests is as long as what it demands.
    files: [...NODE_SIDE, ...WEB_SIDE, '**/*.{mjs,cjs,js}'],
    ignores: SPECS,
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 300 }],
    },
  },
  { files: SPECS, rules: { 'max-lines': ['error', { max: 500 }] } },
  {
    files: ['{svc-*,gateway,shell,mfe-*}/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'],
    ignores: SPECS,
    rules: { 'no-console': 'error' },
  },
  {
    files: [
      '{svc-*,gateway,shell,mfe-*}/src/**/*.{ts,tsx}',
      'packages/{service-kit,web-kit,design-system}/src/**/*.{ts,tsx}',
      'contracts/**/*.ts',
    ],
    ignores: SPECS,
    ...productSecurityRules,
  },
  { files: ['svc-*/src/**/*.ts'], rules: { 'no-restricted-imports': ['error', { patterns: [RELATIVE_WITH_EXTENSION, NO_CLIENT_PROXY] }] } },
  {
    files: ['{svc-*,gateway,shell,mfe-*}/src/**/*.{ts,tsx}'],
    ignores: SPECS,
    rules: { 'no-restricted-syntax': ['error', FOCUSED, OWN_CLOCK_FACE, KEPT_BY_REQUEST] },
  },
  {
    files: ['packages/service-kit/src/**/*.ts'],
    ignores: SPECS,
    rules: { 'no-restricted-syntax': ['error', FOCUSED, KEPT_BY_REQUEST] },
  },
  { ...DOMAIN, rules: { 'no-restricted-syntax': ['error', FOCUSED, OWN_CLOCK_FACE, ...CLOCK_AND_CHANCE] } },
  { files: STRIPPED, ignores: ['**/*.d.ts'], rules: { 'no-restricted-syntax': ['error', FOCUSED, ...ERASABLE] } },
  {
    files: SPECS,
    rules: {
      // Tests look into answers as they come over the wire.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
