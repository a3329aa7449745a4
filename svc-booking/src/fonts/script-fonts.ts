import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
/* The packages let nobody name their files, so these stand beside their entry. */
const beside = (name: string, file: string) => path.join(path.dirname(require.resolve(name)), '..', 'fonts', file);
const fontsource = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`@fontsource/${name}/package.json`)), 'files', file);

/** Fonts by script. A run of text has one script: letters are put together by the rules of theirs, from right to left where it is written so. */
export const SCRIPT_FONTS: readonly (readonly [script: RegExp, file: () => string])[] = [
  [
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u,
    () => beside('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'),
  ],
  [/\p{sc=Hangul}/u, () => fontsource('nanum-gothic', 'nanum-gothic-korean-400-normal.woff')],
  [/\p{sc=Hebrew}/u, () => beside('@embedpdf/fonts-hebrew', 'NotoSansHebrew-Regular.ttf')],
  [/[\p{sc=Arabic}\u060c\u061b\u061f\u0640\u0660-\u066c]/u, () => beside('@embedpdf/fonts-arabic', 'NotoNaskhArabic-Regular.ttf')],
  [/\p{sc=Tamil}/u, () => fontsource('noto-sans-tamil', 'noto-sans-tamil-tamil-400-normal.woff')],
  [/\p{sc=Thai}/u, () => fontsource('noto-sans-thai', 'noto-sans-thai-thai-400-normal.woff')],
  [/\p{sc=Devanagari}/u, () => beside('@embedpdf/fonts-latin', 'NotoSans-Regular.ttf')],
];

/* One file for each weight, with all Latin letters of the font. The variable fonts of the site are compressed in a way that cannot be put into PDFs. */
const google = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`@expo-google-fonts/${name}/package.json`)), `${file}.ttf`);

/** Fonts of the design system, for what is printed and drawn: titles, headings and names, text, and text that stands out. */
export const OWN_FONTS = {
  title: () => google('yrsa', '500Medium/Yrsa_500Medium'),
  display: () => google('yrsa', '400Regular/Yrsa_400Regular'),
  text: () => google('figtree', '400Regular/Figtree_400Regular'),
  medium: () => google('figtree', '500Medium/Figtree_500Medium'),
  strong: () => google('figtree', '600SemiBold/Figtree_600SemiBold'),
} as const;

/** A font for all other letters: Latin, Greek, Cyrillic. */
export const latinFont = (bold: boolean) => beside('@embedpdf/fonts-latin', bold ? 'NotoSans-Bold.ttf' : 'NotoSans-Regular.ttf');
