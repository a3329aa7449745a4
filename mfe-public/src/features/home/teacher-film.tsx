import { useEffect, useRef, useState } from 'react';
import { mediaUrl } from '../../media.ts';
import { homeTexts } from './texts.ts';
import { releaseSound, stopOtherSounds } from '../music/one-sound.ts';
import styles from './teacher-film.module.css';

const words = homeTexts.film;

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

function showCaptions(film: HTMLVideoElement | null, shown: boolean): void {
  for (const captions of film?.textTracks ?? []) captions.mode = shown ? 'showing' : 'disabled';
}

/** The teacher's film: it starts by itself without sound, repeats, and can be paused, heard and read. */
export function TeacherFilm() {
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
    if (!element || wantsStillness()) return;
    const start = () => {
      element.muted = true;
      void element.play().catch(() => undefined);
    };
    // The page itself is loaded first.
    if (document.readyState === 'complete') {
      start();
      return;
    }
    window.addEventListener('load', start, { once: true });
    return () => window.removeEventListener('load', start);
  }, []);

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
        <source src={mediaUrl('film/teacher.webm')} type="video/webm" />
        <source src={mediaUrl('film/teacher.mp4')} type="video/mp4" />
        <track kind="captions" srcLang="en" label={words.captionsLanguage} src={mediaUrl('film/teacher.vtt')} />
      </video>
      <div className={styles.controls}>
        <Control label={playing ? words.pauseLabel : words.playLabel} onPress={() => (playing ? film.current?.pause() : play())}>
          {playing ? words.pause : words.play}
        </Control>
        <Control
          label={sounding ? words.muteLabel : words.unmuteLabel}
          onPress={() => {
            setSounding(!sounding);
            if (!sounding) play();
          }}
        >
          {sounding ? words.mute : words.unmute}
        </Control>
        <Control pressed={captioned} onPress={toggleCaptions}>
          {words.captions}
        </Control>
      </div>
    </>
  );
}

function Control({ label, pressed, onPress, children }: { label?: string; pressed?: boolean; onPress: () => void; children: string }) {
  return (
    <button type="button" className={styles.control} aria-label={label} aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  );
}
