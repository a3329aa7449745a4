/** How often it is looked whether the picture moves, and after how long without one the camera is taken for lost. */
const LOOK_MS = 500;
const LOST_AFTER_MS = 3_000;

/**
 * Tells, once, when a camera gives no picture any more: it was pulled out, its permission was withdrawn, or another program or a call has it.
 * @returns how to stop
 */
export function watchPicture(video: HTMLVideoElement, stream: MediaStream, onLost: () => void): () => void {
  let frame = video.currentTime;
  let movedAt = performance.now();
  const stop = () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.removeEventListener('ended', lose);
  };
  const lose = () => {
    stop();
    onLost();
  };
  const look = () => {
    // Browsers stop the picture of a page that is not to be seen.
    if (video.currentTime !== frame || document.visibilityState !== 'visible') {
      frame = video.currentTime;
      movedAt = performance.now();
    } else if (performance.now() - movedAt >= LOST_AFTER_MS) lose();
  };
  const timer = setInterval(look, LOOK_MS);
  for (const track of stream.getTracks()) track.addEventListener('ended', lose);
  return stop;
}
