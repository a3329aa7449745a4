import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '@concert/machine-kit/browser';
import { run } from '@concert/machine-kit/processes';
import { chromium, type Page } from 'playwright-core';
import { ROOT } from '../system/rooms.ts';
import { PIECES, type Piece } from './pieces.ts';
import { evening, figureSheet, flyerPage, linkPicturePage, PICTURES } from './pictures.ts';
import { render } from './sound.ts';
import { wavOf } from './wav.ts';

/*
 * Draws the pictures and the film: node dev/media/make-pictures.ts [pictures] [film] [icons]. It needs ffmpeg and a browser;
 * the site itself does not, because what comes out is kept in the repository.
 */

const TARGET = path.join(ROOT, 'mfe-public/content/media');
/** For the first screen of an iPhone or iPad, and for the manifest of an installed page. */
const ICON_SIZES = [180, 192, 512] as const;
const WITHIN_MS = 300_000;
const FILM = { width: 1280, height: 720, seconds: 16, framesPerSecond: 20 } as const;

/** What is heard under the film: one round of 16 seconds. */
const FILM_PIECE: Piece = {
  sign: 'film',
  voice: 'blown',
  pulse: 'none',
  ground: 146.83,
  scale: [0, 2, 4, 7, 9],
  beatsPerMinute: 60,
  beatsPerBar: 4,
  bars: 4,
  seed: 20,
};

async function ffmpeg(options: readonly string[]): Promise<void> {
  const { code, output } = await run('ffmpeg', ['-v', 'error', '-y', ...options], { cwd: ROOT, withinMs: WITHIN_MS });
  if (code !== 0) throw new Error(`ffmpeg: ${output.trim()}`);
}

/** The site's own faces, inside a style sheet. */
async function faces(): Promise<string> {
  const face = async (family: string, file: string) =>
    `@font-face{font-family:${family};font-weight:300 900;src:url(data:font/woff2;base64,${(await readFile(path.join(ROOT, 'node_modules/@fontsource-variable', file))).toString('base64')})}`;
  return (
    await Promise.all([
      face('Yrsa', 'yrsa/files/yrsa-latin-wght-normal.woff2'),
      face('Figtree', 'figtree/files/figtree-latin-wght-normal.woff2'),
    ])
  ).join('');
}

async function photograph(page: Page, html: string, width: number, height: number, file: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.setContent(html);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: file });
}

async function drawPictures(page: Page, folder: string): Promise<void> {
  await mkdir(path.join(TARGET, 'pictures'), { recursive: true });
  for (const [name, draw] of Object.entries(PICTURES)) await writeFile(path.join(TARGET, 'pictures', `${name}.svg`), draw());
  await writeFile(
    path.join(TARGET, 'pictures/signs.svg'),
    figureSheet(PIECES.map(({ sign }, index) => ({ name: sign.toLowerCase(), lobes: index + 3 }))),
  );
  const style = await faces();
  const flyer = path.join(folder, 'flyer.png');
  await photograph(page, flyerPage(style), 800, 1120, flyer);
  await ffmpeg(['-i', flyer, '-c:v', 'libwebp', '-compression_level', '6', '-quality', '60', path.join(TARGET, 'pictures/flyer.webp')]);
  const link = path.join(folder, 'link.png');
  await photograph(page, linkPicturePage(style), 1200, 630, link);
  await ffmpeg(['-i', link, '-q:v', '4', path.join(TARGET, 'pictures/link.jpg')]);
  const poster = path.join(folder, 'poster.png');
  await photograph(page, `<style>*{margin:0}</style>${evening(FILM.width, FILM.height)}`, FILM.width, FILM.height, poster);
  await mkdir(path.join(TARGET, 'film'), { recursive: true });
  await ffmpeg(['-i', poster, '-c:v', 'libwebp', '-compression_level', '6', '-quality', '50', path.join(TARGET, 'film/teacher.webp')]);
}

/** The mark as phones put it on their first screen. They cut the corners themselves, so it fills the whole square. */
async function drawIcons(page: Page): Promise<void> {
  const mark = await readFile(path.join(ROOT, 'shell/src/mark.svg'), 'utf8');
  for (const size of ICON_SIZES) {
    const html = `<style>*{margin:0;background:#12122a}svg{display:block;width:100vw;height:100vh}</style>${mark}`;
    await photograph(page, html, size, size, path.join(ROOT, `shell/src/mark-${size}.png`));
  }
}

async function shootFilm(page: Page, folder: string): Promise<void> {
  await mkdir(path.join(TARGET, 'film'), { recursive: true });
  await page.setViewportSize({ width: FILM.width, height: FILM.height });
  await page.setContent('<style>*{margin:0}svg{display:block}</style><div></div>');
  const frames = FILM.seconds * FILM.framesPerSecond;
  for (let frame = 0; frame < frames; frame += 1) {
    await page.evaluate(`document.querySelector('div').innerHTML = ${JSON.stringify(evening(FILM.width, FILM.height, frame / frames))}`);
    await page.screenshot({ path: path.join(folder, `${String(frame).padStart(4, '0')}.jpg`), type: 'jpeg', quality: 96 });
  }
  const wav = path.join(folder, 'film.wav');
  await writeFile(wav, wavOf(render(FILM_PIECE, 48_000), 0));
  const inputs = [
    '-framerate',
    String(FILM.framesPerSecond),
    '-i',
    path.join(folder, '%04d.jpg'),
    '-i',
    wav,
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-pix_fmt',
    'yuv420p',
  ];
  await ffmpeg([
    ...inputs,
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    '38',
    '-row-mt',
    '1',
    '-cpu-used',
    '3',
    '-g',
    '160',
    '-c:a',
    'libopus',
    '-b:a',
    '40k',
    path.join(TARGET, 'film/teacher.webm'),
  ]);
  await ffmpeg([
    ...inputs,
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    '27',
    '-profile:v',
    'main',
    '-g',
    '160',
    '-movflags',
    '+faststart',
    '-c:a',
    'aac',
    '-b:a',
    '56k',
    path.join(TARGET, 'film/teacher.mp4'),
  ]);
}

const asked = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'concert-pictures-'));
const browser = await chromium.launch({ executablePath: await findBrowser(), headless: true, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  if (asked.length === 0 || asked.includes('pictures')) await drawPictures(page, folder);
  if (asked.length === 0 || asked.includes('film')) await shootFilm(page, folder);
  if (asked.length === 0 || asked.includes('icons')) await drawIcons(page);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
