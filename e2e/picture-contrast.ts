import { contrast } from '@concert/design-system/contrast.ts';
import type { Page } from 'playwright-core';

/* Contrast of words with a picture behind them, which no style sheet tells: it is looked up in the picture's points. */

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Words {
  /** Red, green and blue, 0 to 255. */
  readonly colour: readonly number[];
  /** What they fill, in CSS pixels of the window. */
  readonly box: Box;
}

const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))';

/* A window that was just given another size has to be drawn first. */
const WORDS = (selectors: readonly string[]) => `${DRAWN}.then(() => ${JSON.stringify(selectors)}.map((selector) => {
  const one = document.querySelector(selector);
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const [x, y] = [Math.floor(left), Math.floor(top)];
  const colour = getComputedStyle(one).color.match(/[0-9]+/g).slice(0, 3).map(Number);
  return { colour, box: { x, y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y } };
}))`;

const WITHOUT_WORDS = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('h1, h1 ~ *, :has(~ h1), :has(~ h1) * { visibility: hidden !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return ${DRAWN};
})()`;
const WITH_WORDS = 'document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1), undefined';

/** Relative luminance (WCAG 2.2) of the darkest and the brightest point of each box in a picture, as drawn by the page itself. */
const EXTREMES = (png: string, boxes: readonly Box[]) => `(async () => {
  const picture = new Image();
  picture.src = 'data:image/png;base64,${png}';
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.naturalWidth, height: picture.naturalHeight });
  const surface = canvas.getContext('2d');
  surface.drawImage(picture, 0, 0);
  const linear = Array.from({ length: 256 }, (_, value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return ${JSON.stringify(boxes)}.map(({ x, y, width, height }) => {
    if (x + width > canvas.width || y + height > canvas.height) throw new Error('words stand outside of the window');
    const dots = surface.getImageData(x, y, width, height).data;
    let [darkest, brightest] = [1, 0];
    for (let at = 0; at < dots.length; at += 4) {
      const luminance = 0.2126 * linear[dots[at]] + 0.7152 * linear[dots[at + 1]] + 0.0722 * linear[dots[at + 2]];
      if (luminance < darkest) darkest = luminance;
      if (luminance > brightest) brightest = luminance;
    }
    return [darkest, brightest];
  });
})()`;

/** The smallest box around all. */
function around(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * The least contrast of each of some words with the picture behind them: every point there is compared, also those that the words would
 * cover.
 * @param selectors of the words
 */
export async function contrastsOver(page: Page, selectors: readonly string[]): Promise<number[]> {
  const words = await page.evaluate<Words[]>(WORDS(selectors));
  const clip = around(words.map(({ box }) => box));
  await page.evaluate(WITHOUT_WORDS);
  const png = (await page.screenshot({ clip })).toString('base64');
  await page.evaluate(WITH_WORDS);
  const boxes = words.map(({ box }) => ({ ...box, x: box.x - clip.x, y: box.y - clip.y }));
  const extremes = await page.evaluate<number[][]>(EXTREMES(png, boxes));
  return words.map(({ colour }, index) => {
    const hex = `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    // Against black the ratio is the luminance and 0.05, divided by 0.05.
    const own = contrast(hex, '#000000') * 0.05;
    return Math.min(...extremes[index]!.map((luminance) => Math.max(own, luminance + 0.05) / Math.min(own, luminance + 0.05)));
  });
}
