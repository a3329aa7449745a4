import { mediaUrl } from '../../media.ts';
import { texts } from '../../texts.ts';
import type { Sign } from './signs.ts';

/** What the keys of a keyboard, a headset or a locked phone may do. */
export interface MediaKeys {
  readonly play: () => void;
  readonly pause: () => void;
  readonly previous: () => void;
  readonly next: () => void;
}

/** Plays silence beside the music, which is Web Audio: browsers give the media keys only to a page that plays an audio element. */
let quiet: HTMLAudioElement | undefined;

function quietElement(): HTMLAudioElement {
  const element = document.createElement('audio');
  element.loop = true;
  element.src = mediaUrl(element.canPlayType('audio/webm; codecs="opus"') === '' ? 'music/silence.m4a' : 'music/silence.webm');
  return element;
}

/** Takes the media keys while a sign is playing, and shows what is played. */
export function takeMediaKeys(sign: Sign, keys: MediaKeys): void {
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  quiet ??= quietElement();
  // If the browser refuses, the music plays all the same, but without the keys.
  void quiet.play().catch(() => undefined);
  session.metadata = new MediaMetadata({
    title: sign.name,
    artist: texts.music.player.artist,
    album: texts.music.player.album,
    artwork: [{ src: mediaUrl('pictures/link.jpg'), sizes: '1200x630', type: 'image/jpeg' }],
  });
  session.playbackState = 'playing';
  session.setActionHandler('play', keys.play);
  session.setActionHandler('pause', keys.pause);
  session.setActionHandler('stop', keys.pause);
  session.setActionHandler('previoustrack', keys.previous);
  session.setActionHandler('nexttrack', keys.next);
}

/** The music is paused; the play key starts it again. */
export function pauseMediaKeys(): void {
  quiet?.pause();
  if ('mediaSession' in navigator) navigator.mediaSession.playbackState = 'paused';
}

/** Gives the keys up. */
export function releaseMediaKeys(): void {
  quiet?.pause();
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  session.playbackState = 'none';
  session.metadata = null;
  for (const action of ['play', 'pause', 'stop', 'previoustrack', 'nexttrack'] as const) session.setActionHandler(action, null);
}
