/** How often the picture is looked at, and after how long without a new one, or with nothing but black, the camera is taken for lost. */
const LOOK_MS = 500;
const LOST_AFTER_MS = 3_000;
/** Dots that are looked at in each direction. */
const DOTS = 120;
/** What a camera without light sees is never quite even; black that is made instead of a picture is. */
const DARKEST = 16;

/** What a camera gives at a moment. */
export interface CameraPicture {
  /** Pictures so far, or anything else that only grows with them. */
  readonly pictures: number;
  /** Whether all of it is one and the same black. */
  readonly isBlack: boolean;
}

/** Whether these dots, four numbers each, are all of one black. */
export function isOneBlack(dots: Uint8ClampedArray): boolean {
  return dots[0]! <= DARKEST && dots.every((value, at) => at % 4 === 3 || value === dots[0]);
}

/** Looks at what an element shows. */
export function pictureOf(video: HTMLVideoElement): () => CameraPicture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = DOTS;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  // Dots are taken as they are: an even black must not come of mixing those of a dark room.
  if (context) context.imageSmoothingEnabled = false;
  return () => {
    context?.drawImage(video, 0, 0, DOTS, DOTS);
    return {
      // The time goes on in some browsers although no picture comes.
      pictures: video.getVideoPlaybackQuality?.().totalVideoFrames ?? video.currentTime,
      isBlack: context !== null && isOneBlack(context.getImageData(0, 0, DOTS, DOTS).data),
    };
  };
}

/**
 * Tells, once, when a camera gives no picture any more, whether it says so or not: it was pulled out, its permission was withdrawn, or another
 * program or a call has it.
 * @returns how to stop
 */
export function watchPicture(see: () => CameraPicture, stream: MediaStream, onLost: () => void): () => void {
  let before = -1;
  let goodAt = performance.now();
  const stop = () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.removeEventListener('ended', lose);
  };
  const lose = () => {
    stop();
    onLost();
  };
  const look = () => {
    const now = performance.now();
    const { pictures, isBlack } = see();
    // Browsers stop the picture of a page that is not to be seen.
    if (document.visibilityState !== 'visible' || (pictures !== before && !isBlack)) goodAt = now;
    else if (now - goodAt >= LOST_AFTER_MS) lose();
    before = pictures;
  };
  const timer = setInterval(look, LOOK_MS);
  for (const track of stream.getTracks()) track.addEventListener('ended', lose);
  return stop;
}
