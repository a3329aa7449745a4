import type { MongoConcert } from './mongo-concert.ts';
import { drawFlyer, drawPicture, pictureName } from './canvas-picture.ts';
import type { Concert } from './concert.ts';
import { flyerWords, pictureWords } from './picture-words.ts';

const DRAWINGS = {
  jpg: (concert: Concert) => {
    const words = pictureWords(concert);
    return words && { name: `${pictureName(words)}.jpg`, draw: () => drawPicture(words) };
  },
  'flyer.jpg': (concert: Concert) => flyer(concert, 'jpg'),
  'flyer.pdf': (concert: Concert) => flyer(concert, 'pdf'),
} as const;

/** The kinds of pictures: that of shared links, and the flyer to look at and to print. */
export type PictureKind = keyof typeof DRAWINGS;

/** A picture to be drawn, and the name that changes with what it says. */
interface Drawing {
  readonly name: string;
  readonly draw: () => Promise<Buffer>;
}

function flyer(concert: Concert, form: 'jpg' | 'pdf'): Drawing | undefined {
  const words = flyerWords(concert);
  return words && { name: `flyer-${pictureName(words)}.${form}`, draw: () => drawFlyer(words, form) };
}

/** The kind that a name is of. */
export function pictureKind(name: string): PictureKind {
  return name.startsWith('flyer-') ? (name.endsWith('.pdf') ? 'flyer.pdf' : 'flyer.jpg') : 'jpg';
}

/** The pictures of the concert: each drawn when it is first asked for after a change, and kept until the next. */
export class ShowPicture {
  private readonly kept = new Map<PictureKind, { readonly name: string; readonly bytes: Promise<Buffer> }>();

  constructor(
    private readonly concert: Pick<MongoConcert, 'current'>,
    private readonly drawings: Readonly<Record<PictureKind, (concert: Concert) => Drawing | undefined>> = DRAWINGS,
  ) {}

  /** @returns the picture as it is now, and its name; undefined where the concert's words cannot be drawn */
  async now(kind: PictureKind): Promise<{ readonly name: string; readonly bytes: Buffer } | undefined> {
    const drawing = this.drawings[kind](await this.concert.current());
    if (!drawing) return undefined;
    const { name, draw } = drawing;
    const before = this.kept.get(kind);
    const picture = before?.name === name ? before : { name, bytes: draw() };
    this.kept.set(kind, picture);
    try {
      return { name, bytes: await picture.bytes };
    } catch (error) {
      if (this.kept.get(kind) === picture) this.kept.delete(kind);
      throw error;
    }
  }
}
