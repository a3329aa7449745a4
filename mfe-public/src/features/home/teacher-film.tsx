import { useEffect, useRef, useState } from 'react';
import { mediaUrl } from '../../media.ts';
import { homeTexts } from './texts.ts';
import { releaseSound, stopOtherSounds } from '../music/one-sound.ts';
import styles from './teacher-film.module.css';

const words = homeTexts.film;

const SPEAKER = 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4Z';
const CAPTIONS = 'M3 5.5h18v13H3ZM10.5 10.5a2.2 2.2 0 1 0 0 3M17.5 10.5a2.2 2.2 0 1 0 0 3';

/** Where the film is as wide as the window, and the window is small. */
const PHONE = '(width <= 47.5em)';

/** A page that is busy for longer than this, in milliseconds, does not hold the film back any more. */
const BUSY_MS = 5_000;

interface Connection {
  readonly saveData?: boolean;
}

/** Whether this person has asked for reduced motion, or to save data. */
function wantsStillness(): boolean {
  return (
    window.matchMedia('(prefers-reduced-motion: reduce)').matches ||
    (navigator as { connection?: Connection }).connection?.saveData === true
  );
}

/** Calls once the page is loaded and has nothing else to do. @returns takes it back */
function whenIdle(start: () => void): () => void {
  let waiting: number | undefined;
  const loaded = () => {
    if ('requestIdleCallback' in window) waiting = window.requestIdleCallback(start, { timeout: BUSY_MS });
    else start();
  };
  if (document.readyState === 'complete') loaded();
  else window.addEventListener('load', loaded, { once: true });
  return () => {
    window.removeEventListener('load', loaded);
    if (waiting !== undefined) window.cancelIdleCallback(waiting);
  };
}

function showCaptions(film: HTMLVideoElement | null, shown: boolean): void {
  for (const captions of film?.textTracks ?? []) captions.mode = shown ? 'showing' : 'disabled';
}

/**
 * The teacher's film: it starts by itself without sound, repeats, and can be paused, heard and read.
 * @param still it does not start by itself
 */
export function TeacherFilm({ still = false }: { still?: boolean }) {
  const film = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [sounding, setSounding] = useState(false);
  const [captioned, setCaptioned] = useState(false);
  /** Stops the sound when something else on the site starts to sound. */
  const [mute] = useState(() => () => setSounding(false));

  const play = () => {
    // A browser that does not let it start shows the first picture, and the button says so.
    void film.current?.play().catch(() => undefined);
  };

  useEffect(() => {
    const element = film.current;
    if (!element || still || wantsStillness()) return;
    return whenIdle(() => {
      element.muted = true;
      void element.play().catch(() => undefined);
    });
  }, [still]);

  useEffect(() => {
    if (film.current) film.current.muted = !sounding;
    if (!sounding) return;
    stopOtherSounds(mute);
    return () => releaseSound(mute);
  }, [sounding, mute]);

  const toggleCaptions = () => {
    setCaptioned(!captioned);
    showCaptions(film.current, !captioned);
  };

  return (
    <>
      <video
        ref={film}
        className={styles.film}
        poster={mediaUrl('film/teacher.webp')}
        width="1280"
        height="720"
        preload="none"
        muted
        loop
        playsInline
        disablePictureInPicture
        aria-label={words.label}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        <source src={mediaUrl('film/teacher-phone.webm')} type="video/webm" media={PHONE} />
        <source src={mediaUrl('film/teacher-phone.mp4')} type="video/mp4" media={PHONE} />
        <source src={mediaUrl('film/teacher.webm')} type="video/webm" />
        <source src={mediaUrl('film/teacher.mp4')} type="video/mp4" />
        <track kind="captions" srcLang="en" label={words.captionsLanguage} src={mediaUrl('film/teacher.vtt')} />
      </video>
      <div className={styles.controls}>
        <Control
          label={playing ? words.pauseLabel : words.playLabel}
          title={playing ? words.pause : words.play}
          shape={playing ? 'M8 5v14M16 5v14' : 'M7 4.5v15l12-7.5Z'}
          onPress={() => (playing ? film.current?.pause() : play())}
        />
        <Control
          label={sounding ? words.muteLabel : words.unmuteLabel}
          title={sounding ? words.mute : words.unmute}
          shape={`${SPEAKER}${sounding ? 'M16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11' : 'M16 9.5l5 5M21 9.5l-5 5'}`}
          onPress={() => {
            setSounding(!sounding);
            if (!sounding) play();
          }}
        />
        <Control label={words.captions} title={words.captions} shape={CAPTIONS} pressed={captioned} onPress={toggleCaptions} />
      </div>
    </>
  );
}

interface ControlProps {
  readonly label: string;
  readonly title: string;
  /** Path of its picture, in a square of 24. */
  readonly shape: string;
  readonly pressed?: boolean;
  readonly onPress: () => void;
}

function Control({ label, title, shape, pressed, onPress }: ControlProps) {
  return (
    <button type="button" className={styles.control} aria-label={label} title={title} aria-pressed={pressed} onClick={onPress}>
      <svg viewBox="0 0 24 24" className="drawn" aria-hidden="true" focusable="false">
        <path d={shape} />
      </svg>
    </button>
  );
}
