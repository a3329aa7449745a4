import { line, NIGHT, solid, tenth, WARM } from './strokes.ts';

/*
 * A seated person before anything is played: a portrait's parts, in its 400 by 500.
 */

/** Who sits there, by colours. */
export interface Person {
  readonly skin: string;
  readonly hair: string;
  /** What is worn, and the lines of its folds. */
  readonly cloth: string;
  readonly fold: string;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Width of the warm line around a shape. */
export const OUTLINE = 2.2;

/** A limb along a path: the warm line is what remains of a wider stroke below it. */
function limb(path: string, width: number, colour: string): string {
  const stroke = (wide: number, paint: string) =>
    `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${tenth(wide)}" stroke-linecap="round" stroke-linejoin="round"/>`;
  return stroke(width + 2 * OUTLINE, WARM) + stroke(width, colour);
}

/** An arm from the shoulder over the elbow to the hand: a sleeve to below the elbow, skin beyond it. */
export function arm({ skin, cloth }: Person, shoulder: Point, elbow: Point, hand: Point): string {
  const at = ({ x, y }: Point) => `${tenth(x)} ${tenth(y)}`;
  const cuff = { x: elbow.x + (hand.x - elbow.x) * 0.3, y: elbow.y + (hand.y - elbow.y) * 0.3 };
  // Where the arm leaves the body there is no line.
  const joint = `<circle cx="${shoulder.x + (shoulder.x < 200 ? 8 : -8)}" cy="${shoulder.y}" r="16.6" fill="${cloth}"/>`;
  return limb(`M${at(cuff)}L${at(hand)}`, 16, skin) + limb(`M${at(shoulder)}Q${at(elbow)} ${at(cuff)}`, 27, cloth) + joint;
}

/** A hand that rests: a palm and the line between the fingers. */
export function hand({ skin }: Person, { x, y }: Point, turn = 0): string {
  return `<g data-part="hand" transform="translate(${tenth(x)} ${tenth(y)}) rotate(${turn})">${solid('M-11-6C-12-13 8-14 13-7C18-2 18 6 11 9C3 13-9 11-12 4Z', skin, OUTLINE)}${line('M2 8L12 3M0 3L14-2', { width: 1 })}</g>`;
}

interface Face {
  /** Degrees the head leans. */
  readonly lean?: number;
  readonly beard?: boolean;
  /** Hair behind the head and over the forehead, drawn around a head with its middle at 0, 0. */
  readonly back?: string;
  readonly front: string;
  /** Shape of the mouth; a faint smile as a rule. */
  readonly mouth?: string;
  readonly extra?: string;
}

/** A head with closed eyes; its chin is 42 below its middle. */
export function head(
  { skin, hair }: Person,
  { x, y }: Point,
  { lean = 0, beard = false, back = '', front, mouth = 'M-8 23Q0 28 8 23', extra = '' }: Face,
): string {
  return (
    `<g data-part="head" transform="translate(${x} ${y}) rotate(${lean} 0 44)">` +
    (back && solid(back, hair, OUTLINE)) +
    solid('M-13 26V52Q0 68 13 52V26Z', skin, OUTLINE) +
    solid('M-32-8C-32-34-18-46 0-46S32-34 32-8C32 18 16 42 0 42S-32 18-32-8Z', skin, OUTLINE) +
    (beard ? solid('M-31 2C-28 34-14 50 0 50S28 34 31 2C24 18 14 19 0 19S-24 18-31 2Z', hair, 1.4) : '') +
    solid(front, hair, OUTLINE) +
    line('M-20-2Q-13 4-6-1M6-1Q13 4 20-2', { width: 2, colour: NIGHT }) +
    line('M-21-12Q-13-17-6-13M6-13Q13-17 21-12', { width: 1.6, colour: NIGHT }) +
    line('M0-4Q4 6 1 11Q-1 12-3 11', { width: 1.4, colour: NIGHT }) +
    line(mouth, { width: 1.8, colour: beard ? WARM : NIGHT }) +
    extra +
    `</g>`
  );
}

/** Crossed legs with the feet tucked in. */
export function legs({ cloth, fold, skin }: Person): string {
  return (
    solid('M138 372C92 378 46 404 46 436C46 462 116 470 200 470S354 462 354 436C354 404 308 378 262 372Z', cloth, OUTLINE) +
    solid('M222 462C236 446 268 446 284 456C290 464 276 470 254 470C240 470 226 468 222 462Z', skin, OUTLINE) +
    line('M274 459L283 457M270 464L280 463', { width: 1 }) +
    line('M62 452C116 414 176 424 226 460M338 452C300 420 262 418 232 432', { width: 1.5, colour: fold })
  );
}

/** Shoulders and body down to the lap. */
export function body({ cloth, fold }: Person, folds: string): string {
  return (
    solid(
      'M138 262C136 228 164 216 186 206Q200 218 214 206C236 216 264 228 262 262C258 300 254 336 262 392H138C146 336 142 300 138 262Z',
      cloth,
      OUTLINE,
    ) + line(folds, { width: 1.5, colour: fold })
  );
}
