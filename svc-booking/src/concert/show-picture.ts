import type { ConcertRepository } from './concert.repository.ts';
import { drawPicture, pictureName } from './canvas-picture.ts';
import { pictureWords } from './picture-words.ts';

interface Picture {
  readonly name: string;
  readonly jpeg: Promise<Buffer>;
}

/** The picture of shared links: drawn when it is first asked for after a change, and kept until the next. */
export class ShowPicture {
  private kept: Picture | undefined;

  constructor(
    private readonly concert: Pick<ConcertRepository, 'current'>,
    private readonly draw = drawPicture,
  ) {}

  /** @returns the picture as it is now, and its name; undefined where the concert's words cannot be drawn */
  async now(): Promise<{ readonly name: string; readonly jpeg: Buffer } | undefined> {
    const words = pictureWords(await this.concert.current());
    if (!words) return undefined;
    const name = pictureName(words);
    if (this.kept?.name !== name) {
      const picture = { name, jpeg: this.draw(words) };
      this.kept = picture;
      picture.jpeg.catch(() => {
        if (this.kept === picture) this.kept = undefined;
      });
    }
    return { name, jpeg: await this.kept.jpeg };
  }
}
