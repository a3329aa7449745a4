import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { useEffect, useRef } from 'react';
import { texts } from '../../texts.ts';
import { SignFigure } from './sign-figure.tsx';
import { SIGNS, type Sign } from './signs.ts';
import { useZodiacPlayer, type Playing } from './use-zodiac-player.ts';
import styles from './zodiac-player.module.css';

const words = texts.music.player;
const OPTIONS = SIGNS.map(({ name }) => ({ value: name, label: name }));

/** Chooses a sign and plays its piece: one sound at a time, in a loop, until it is paused. */
export function ZodiacPlayer() {
  const playing = useZodiacPlayer();
  const { chosen, state, choose, loudness } = playing;
  return (
    <section className="stack-32 one-column" aria-label={words.label}>
      <div className={styles.stage} data-ground="night">
        <div className={`stack-24 ${styles.side}`}>
          <Select
            id="sign"
            label={words.choose}
            placeholder={words.placeholder}
            options={OPTIONS}
            value={chosen?.name ?? ''}
            onChange={(picked) => choose(SIGNS.find(({ name }) => name === picked.target.value))}
          />
          {chosen ? <Piece playing={playing} sign={chosen} /> : <p className={`quiet ${styles.note}`}>{words.invitation}</p>}
        </div>
        <div className={styles.figure}>
          <BreathingFigure
            lobes={chosen?.lobes ?? 0}
            name={chosen ? words.figure(chosen.name) : words.noFigure}
            breathing={state === 'playing'}
            loudness={loudness}
          />
        </div>
      </div>
      <ul className={`plain-list stack-16 ${styles.signs}`} aria-label={words.figures}>
        {SIGNS.map((sign) => (
          <li key={sign.name}>
            <button type="button" className={`quiet small ${styles.sign}`} aria-pressed={sign === chosen} onClick={() => choose(sign)}>
              <SignFigure sound={sign.sound} />
              {sign.name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is chosen: its words, Play or Pause, and how loud. */
function Piece({ playing, sign }: { playing: Playing; sign: Sign }) {
  const { state, volume, play, pause, setVolume } = playing;
  const sounding = state === 'playing' || state === 'loading';
  return (
    <div className="stack-16 items-start">
      <h2>{sign.name}</h2>
      <div className={`wrapping ${styles.controls}`}>
        <Button
          variant="accent"
          busy={state === 'loading'}
          busyText={words.loading}
          aria-label={sounding ? words.pauseLabel(sign.name) : words.playLabel(sign.name)}
          onClick={() => (state === 'playing' ? pause() : play(sign))}
        >
          {state === 'playing' ? words.pause : words.play}
        </Button>
        <label className={`quiet small row-target ${styles.volume}`}>
          <span>{words.volume}</span>
          <input type="range" min="0" max="100" step="5" value={volume} onChange={(moved) => setVolume(Number(moved.target.value))} />
        </label>
      </div>
      <p className={`quiet small ${styles.state}`} role="status">
        {state === 'playing' ? words.playing(sign.name) : state === 'paused' ? words.paused : ''}
      </p>
      <p className={`quiet ${styles.note}`}>{sign.note}</p>
      <p className={`small strong ${styles.music}`}>{sign.music}</p>
      {state === 'failed' && (
        <Notice tone="bad" live="assertive" title={words.failed}>
          {words.failedText}
        </Notice>
      )}
    </div>
  );
}

interface BreathingFigureProps {
  readonly lobes: number;
  readonly name: string;
  readonly breathing: boolean;
  /** How loud it is at this moment, from 0 to 1. */
  readonly loudness: () => number;
}

/** How much the outermost ring grows at full loudness, and how quickly the figure follows the sound. */
const REACH = 0.42;
const FOLLOWS = 0.16;

/** A sign's figure that swells with its sound. With reduced motion it rests, and its outline shows that it sounds. */
function BreathingFigure({ lobes, name, breathing, loudness }: BreathingFigureProps) {
  const place = useRef<HTMLDivElement>(null);
  const asked = useRef(loudness);
  useEffect(() => {
    asked.current = loudness;
  });

  useEffect(() => {
    const rings = [...(place.current?.querySelectorAll('path') ?? [])];
    if (!breathing || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let breath = 0;
    let next = requestAnimationFrame(function draw() {
      breath += (asked.current() - breath) * FOLLOWS;
      rings.forEach((ring, index) =>
        ring.setAttribute('transform', `scale(${(0.94 + REACH * breath * ((index + 1) / rings.length)).toFixed(4)})`),
      );
      next = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(next);
      for (const ring of rings) ring.removeAttribute('transform');
    };
  }, [breathing, lobes]);

  return (
    <div ref={place} className={styles.place} data-sounding={breathing || undefined}>
      <Rings lobes={lobes} tone="accent" line={1.2} label={name} />
    </div>
  );
}
