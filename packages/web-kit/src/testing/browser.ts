/* What jsdom lacks of a browser, for the screens that need it. */

/** jsdom knows the dialog element and popovers, but not their methods. */
export function standInForDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
  HTMLElement.prototype.hidePopover = () => undefined;
}

/** A picture that was drawn: four numbers for each dot. */
export interface DrawnPicture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** The picture that {@link standInForCanvas} returns: a whole PNG, the smallest that the site accepts. */
export const DRAWN_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABUAAAAVAQAAAACBbJg7AAAADElEQVR42mNgoD4AAABUAAGtGhCUAAAAAElFTkSuQmCC';

/** A canvas that keeps what is drawn, the last picture last, and returns a small one. */
export function standInForCanvas(): { readonly drawn: DrawnPicture[] } {
  const drawn: DrawnPicture[] = [];
  const surface = {
    clearRect: () => undefined,
    putImageData: (picture: DrawnPicture) => void drawn.push(picture),
    createImageData: (width: number, height: number): DrawnPicture => ({ data: new Uint8ClampedArray(width * height * 4), width, height }),
  };
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => surface, toDataURL: () => DRAWN_PNG });
  return { drawn };
}

/** Answers media queries. @param still the person prefers reduced motion */
export function standInForMediaQueries({ still = false }: { readonly still?: boolean } = {}): void {
  window.matchMedia = ((query: string) => ({
    matches: still && query.includes('reduced-motion'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
}

/** Film and music that can be told to play. Returns what they were told, in order. */
export function standInForFilm(motion: { readonly still?: boolean } = {}): string[] {
  standInForMediaQueries(motion);
  const acts: string[] = [];
  HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
    acts.push(this.muted ? 'play muted' : 'play');
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  };
  HTMLMediaElement.prototype.pause = function pause(this: HTMLMediaElement) {
    acts.push('pause');
    this.dispatchEvent(new Event('pause'));
  };
  return acts;
}

/** Hides the page or shows it again, as when someone goes to another tab and comes back. */
export function setTabVisible(visible: boolean): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visible ? 'visible' : 'hidden' });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
