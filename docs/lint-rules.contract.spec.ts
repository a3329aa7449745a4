import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { productSecurityRules, securityRules } from './security/lint-rules.ts';

const languageOptions = { parserOptions: { ecmaFeatures: { jsx: true } } };
const found = (code: string): (string | null)[] =>
  new Linter().verify(code, [{ languageOptions }, securityRules, productSecurityRules]).map(({ ruleId }) => ruleId);

describe('lint rules about security', () => {
  it.each([
    ['no-eval', 'eval(text);'],
    ['no-new-func', 'new Function(text);'],
    ['no-script-url', "open('javascript:' + 'void 0'); const go = 'javascript:void 0';"],
    ['security/no-markup-from-text', 'const a = <p dangerouslySetInnerHTML={{ __html: text }} />;'],
    ['security/no-markup-from-text', 'element.innerHTML = text;'],
    ['security/no-markup-from-text', "element.insertAdjacentHTML('beforeend', text);"],
    ['security/no-markup-from-text', 'document.write(text);'],
    ['security/no-markup-from-text', "other.postMessage(session, '*');"],
    ['security/no-open-wire', 'connect({ rejectUnauthorized: false });'],
    ['security/no-open-wire', 'connect({ checkServerIdentity: () => undefined });'],
    ['security/no-open-wire', "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';"],
    ['security/no-open-wire', 'spawn(program, { shell: true });'],
    ['security/no-open-wire', 'exec(`ls ${folder}`);'],
    ['security/no-open-wire', "import { exec as run } from 'node:child_process';"],
    ['security/no-open-wire', "import * as processes from 'child_process';"],
    ['security/no-open-wire', "createHash('md5').update(text);"],
    ['security/no-open-wire', "createHmac('sha1', key);"],
    ['security/no-open-wire', "createCipheriv('aes-256-cbc', key, iv);"],
    ['security/no-guessable-value', 'const token = Math.random();'],
  ])('B9-527 %s finds %s', (rule, code) => {
    expect(found(code)).toContain(rule);
  });

  it.each([
    ['regexp/no-super-linear-backtracking', '/^(a+)+$/'],
    ['regexp/no-super-linear-backtracking', '/^(\\w+\\s?)*$/'],
    ['regexp/no-super-linear-backtracking', '/^(.*)*x/'],
    ['regexp/no-super-linear-backtracking', '/=\\s*[^;]+;/'],
    ['regexp/no-super-linear-backtracking', "new RegExp('^(a+)+$')"],
    ['regexp/no-dupe-disjunctions', '/^(a|a)*$/'],
  ])('B9-527 %s finds the expression %s', (rule, expression) => {
    expect(found(`const slow = ${expression}; slow.test(text);`)).toContain(rule);
  });
});
