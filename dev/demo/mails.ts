import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser } from '@concert/machine-kit/browser';
import { Failure } from '@concert/machine-kit/failure';
import { run } from '@concert/machine-kit/processes';
import type { Browser } from 'playwright-core';
import { openBrowser } from '@concert/test-kit/browser';
import { Progress } from '../system/progress.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { ROOT } from '@concert/machine-kit/rooms';

/*
 * `npm run mails [-- <folder>]` writes every mail that exists as a page and as text, and takes pictures of each: light, dark, and as mail
 * programs show it that load no pictures. By default into `.cache/mails`.
 */

const FOLDER = path.resolve(process.argv[2] ?? path.join(ROOT, '.cache/mails'));
const WRITE = path.join(ROOT, 'svc-notify/src/letters/mail-gallery.harness.ts');
/** A phone, and the reading pane of a mail program. */
const WIDTHS = [390, 720] as const;
const SCHEMES = ['light', 'dark'] as const;

async function write(): Promise<readonly string[]> {
  await mkdir(FOLDER, { recursive: true });
  const { code, output } = await run(process.execPath, [WRITE, FOLDER], { cwd: ROOT });
  if (code !== 0) throw new Failure(`The mails could not be written: ${output}`, 'mend what the last lines say, and run this again.');
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.txt')).map((name) => name.replace(/\.txt$/, ''));
}

/** @returns how many pictures were taken */
async function take(browser: Browser, mails: readonly string[]): Promise<number> {
  let taken = 0;
  for (const colorScheme of SCHEMES)
    for (const width of WIDTHS) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      for (const mail of mails)
        for (const look of ['', '.bare']) {
          await page.goto(pathToFileURL(path.join(FOLDER, `${mail}${look}.html`)).href);
          await page.screenshot({ path: path.join(FOLDER, `${mail}${look}.${colorScheme}.${width}.png`), fullPage: true });
          taken += 1;
        }
      await page.close();
    }
  return taken;
}

/** One page with all of it, to look through. */
async function index(mails: readonly string[]): Promise<void> {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const pictures = (mail: string) =>
    SCHEMES.flatMap((scheme) =>
      ['', '.bare'].map((look) => `<img src="${mail}${look}.${scheme}.390.png" alt="${mail}${look}, ${scheme}">`),
    );
  const sections = mails.map(
    async (mail) =>
      `<h2>${mail}</h2><div>${pictures(mail).join('')}<pre>${escaped(await readFile(path.join(FOLDER, `${mail}.txt`), 'utf8'))}</pre></div>`,
  );
  const style = 'div{display:flex;gap:1rem;align-items:start;overflow-x:auto}pre{width:72ch;white-space:pre-wrap}';
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><style>${style}</style><h1>Mails</h1>`;
  await writeFile(path.join(FOLDER, 'index.html'), page + (await Promise.all(sections)).join(''));
}

try {
  const progress = new Progress();
  const mails = await progress.step('Mails', write, ({ length }) => `${length} mails`);
  process.env.CHROME_PATH ??= await findBrowser({ say: (text) => progress.line(text) });
  const browser = await openBrowser();
  try {
    await progress.step(
      'Pictures',
      () => take(browser, mails),
      (count) => `${count} pictures`,
    );
  } finally {
    await browser.close();
  }
  await index(mails);
  console.log(`\nLook at ${path.join(FOLDER, 'index.html')}.`);
} catch (error) {
  reportAndExit(error);
}
