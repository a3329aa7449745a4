import { SCRIPT_FONTS } from '../fonts/script-fonts.ts';

/** What the picture of a shared link says. */
export interface PictureWords {
  readonly title: string;
  readonly performer: string;
  readonly date: string;
  readonly place: string;
}

const EMOJI = /[\p{Emoji_Presentation}\ufe0f]/gu;
const OF_EVERY_FONT = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]/u;

const drawable = (text: string) => text.normalize('NFC').replace(EMOJI, '').replace(/\s+/gu, ' ').trim();

/** The words as they are drawn; undefined where none of the fonts has one of their letters, or the title has no words. */
export function drawableWords({ title, performer, date, place }: PictureWords): PictureWords | undefined {
  const words = { title: drawable(title), performer: drawable(performer), date, place: drawable(place) };
  const all = [...Object.values(words).join('')];
  const shown = all.every((sign) => OF_EVERY_FONT.test(sign) || SCRIPT_FONTS.some(([script]) => script.test(sign)));
  return shown && words.title !== '' ? words : undefined;
}
