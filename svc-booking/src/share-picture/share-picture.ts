import { drawPicture, pictureName } from './canvas-picture.ts';
import type { PictureWords } from './picture-words.ts';

/** The picture of shared links: drawn when it is first asked for after a change, and kept until the next. */
export class SharePicture {
  private kept: { readonly name: string; readonly bytes: Promise<Buffer> } | undefined;

  constructor(private readonly draw: (words: PictureWords) => Promise<Buffer> = drawPicture) {}

  /** The picture of these words, and its name. */
  async of(words: PictureWords): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const name = pictureName(words);
    const picture = this.kept?.name === name ? this.kept : { name, bytes: this.draw(words) };
    this.kept = picture;
    try {
      return { name, bytes: await picture.bytes };
    } catch (error) {
      if (this.kept === picture) this.kept = undefined;
      throw error;
    }
  }
}
