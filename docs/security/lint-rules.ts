import type { Linter, Rule } from 'eslint';
import * as regexp from 'eslint-plugin-regexp';

/*
 * Lint rules about security: few, each with no finding in code that is right. None needs types, so they cost next to nothing.
 * `docs/lint-rules.contract.spec.ts` sees each of them find what it is for.
 */

/** A selector of ESLint and what to do instead. */
type Danger = readonly [selector: string, message: string];

/** What the browser would read as markup, program or address of one. */
const IN_THE_PAGE: readonly Danger[] = [
  ["JSXAttribute[name.name='dangerouslySetInnerHTML']", 'Text stays text: give it to React as a child.'],
  ['AssignmentExpression[left.property.name=/^(innerHTML|outerHTML|srcdoc)$/]', 'Text stays text: use textContent, or elements.'],
  [
    'CallExpression[callee.property.name=/^(insertAdjacentHTML|createContextualFragment)$/]',
    'Text stays text: use textContent, or elements.',
  ],
  ["CallExpression[callee.object.name='document'][callee.property.name=/^write(ln)?$/]", 'Text stays text: use elements.'],
  ["CallExpression[callee.property.name='postMessage'][arguments.1.value='*']", 'A message is for one origin.'],
];

/** What opens a wire, runs a shell, or calculates with something that was broken long ago. */
const ANYWHERE: readonly Danger[] = [
  ["Property[key.name='rejectUnauthorized'][value.value=false]", 'Certificates are checked; name the authority instead.'],
  ["Property[key.name='checkServerIdentity']", 'Whose certificate it is, is checked by Node.'],
  ["MemberExpression[property.name='NODE_TLS_REJECT_UNAUTHORIZED']", 'Certificates are checked; name the authority instead.'],
  ["Property[key.name='shell'][value.value=true]", 'A program is run with a list of arguments, without a shell.'],
  ['CallExpression[callee.name=/^exec(Sync)?$/]', 'A program is run with a list of arguments, without a shell: spawn or execFile.'],
  // Under whatever name it is used: by name from the module, or as a method of all of it.
  [
    'ImportDeclaration[source.value=/^(node:)?child_process$/] > ImportSpecifier[imported.name=/^exec(Sync)?$/]',
    'A program is run with a list of arguments, without a shell: spawn or execFile.',
  ],
  [
    'ImportDeclaration[source.value=/^(node:)?child_process$/] > :matches(ImportDefaultSpecifier, ImportNamespaceSpecifier)',
    'Name what is used of child_process, so that a shell is seen.',
  ],
  ['CallExpression[callee.name=/^create(Hash|Hmac)$/][arguments.0.value=/^(md[245]|sha-?1|rmd160|ripemd160)$/i]', 'SHA-256 or better.'],
  [
    'CallExpression[callee.name=/^create(Cipher|Decipher)iv$/][arguments.0.value=/-(ecb|cbc|ofb|cfb|ctr)|^(des|rc[24]|bf)/i]',
    'An authenticated cipher: aes-256-gcm or chacha20-poly1305.',
  ],
];

/** In what people use, where whoever knows the next number has something of it. */
const IN_THE_PRODUCT: readonly Danger[] = [
  [
    "MemberExpression[object.name='Math'][property.name='random']",
    'Its next value can be calculated: use node:crypto or crypto.getRandomValues.',
  ],
];

/** A rule that reports every node one of the selectors finds. */
function reporting(dangers: readonly Danger[]): Rule.RuleModule {
  return {
    meta: { type: 'problem', schema: [] },
    create: (context) =>
      Object.fromEntries(dangers.map(([selector, message]) => [selector, (node: Rule.Node) => context.report({ node, message })])),
  };
}

const plugins: Linter.Config['plugins'] = {
  regexp,
  security: {
    rules: {
      'no-markup-from-text': reporting(IN_THE_PAGE),
      'no-open-wire': reporting(ANYWHERE),
      'no-guessable-value': reporting(IN_THE_PRODUCT),
    },
  },
};

/** For every file. */
export const securityRules: Linter.Config = {
  plugins,
  rules: { 'no-eval': 'error', 'no-new-func': 'error', 'security/no-open-wire': 'error' },
};

/** For what is shipped: tests build pages of text and try addresses of scripts. */
export const productSecurityRules: Linter.Config = {
  plugins,
  rules: {
    'no-script-url': 'error',
    // Time that grows with the square of a text, or worse, is a way to stop a process by one request.
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-dupe-disjunctions': 'error',
    'security/no-markup-from-text': 'error',
    'security/no-guessable-value': 'error',
  },
};
