/** What a button puts into a message's words. */
export const MARKS = ['bold', 'link'] as const;
export type TextMark = (typeof MARKS)[number];

/** A text with what is selected in it. */
interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const FOR_NONE: Readonly<Record<TextMark, string>> = { bold: 'bold words', link: 'words of the link' };
const ADDRESS = 'https://';

/** The text with what is selected made bold or a link; what has to be typed next is selected then. */
export function withMark(mark: TextMark, { text, from, to }: Selected): Selected {
  const words = text.slice(from, to) || FOR_NONE[mark];
  const before = text.slice(0, from);
  const put = mark === 'bold' ? `**${words}**` : `[${words}](${ADDRESS})`;
  const start = from + (mark === 'bold' ? 2 : words.length + 3);
  return { text: before + put + text.slice(to), from: start, to: start + (mark === 'bold' ? words : ADDRESS).length };
}
