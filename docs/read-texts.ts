import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.join(import.meta.dirname, '..');
/** What people read: screens, emails, refusals, the audit log, what commands print, and the pages for organisers and operators. */
const SOURCES = [
  '{contracts,gateway,shell,mfe-*,svc-*,deploy}/**/*.{ts,tsx}',
  'dev/{commands,system}/**/*.ts',
  'packages/{web-kit,design-system,service-kit}/src/**/*.{ts,tsx}',
  'mfe-public/content/*.md',
  'README.md',
  'docs/{run-a-concert,evening,operate,settings,keys,kubernetes}.md',
  'docs/runbooks/*.md',
  'deploy/prometheus/*.yml',
];
const exclude = ['**/node_modules/**', '**/dist/**', '**/testing/**', '**/*.{spec,harness,suite,setup,schema}.{ts,tsx}'];

/** A text and where it stands; `…` where a value is put in. */
export interface ReadText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

function textsOf(node: ts.Node): [ts.Node, string][] {
  if (ts.isImportDeclaration(node)) return [];
  const within: [ts.Node, string][] = [];
  ts.forEachChild(node, (child) => void within.push(...textsOf(child)));
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node)) return [[node, node.text], ...within];
  if (!ts.isTemplateExpression(node)) return within;
  return [[node, node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')], ...within];
}

/** The texts of a program, or the lines of a page without names of code, addresses and comments. */
export function textsIn(file: string, content: string): ReadText[] {
  if (!/\.tsx?$/.test(file))
    return content
      .split('\n')
      .map((text, index) => ({ file, line: index + 1, text: text.replace(/`[^`]*`|\]\([^)]*\)|https?:\S+|^\s*#\s.*$|runbook: .*/g, '') }));
  const source = ts.createSourceFile(
    file,
    content,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  return textsOf(source).map(([node, text]) => ({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text }));
}

/** Every text of the sources that has more than one word, or is a word that begins a label. */
export function readTexts(): ReadText[] {
  return globSync(SOURCES, { cwd: root, exclude })
    .sort()
    .flatMap((file) => textsIn(file, readFileSync(path.join(root, file), 'utf8')))
    .filter(({ text }) => /\p{L}[,.:;]? \p{L}|^\p{Lu}\p{L}+$/u.test(text.trim()));
}
