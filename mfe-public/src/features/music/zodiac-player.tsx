import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { BreathingFigure } from './breathing-figure.tsx';
import { LoopPlayer, type PlayerState } from './loop-player.ts';
import { leaveMediaKeys, restMediaKeys, takeMediaKeys } from './media-keys.ts';
import { SignFigure } from './sign-figure.tsx';
import { SIGNS, type Sign } from './signs.ts';
import styles from './zodiac-player.module.css';

const words = texts.music.player;
const OPTIONS = SIGNS.map(({ name }) => ({ value: name, label: name }));

/** Chooses a sign and plays its piece: one sound at a time, round and round, until it is paused. */
export function ZodiacPlayer() {
  const { search } = useLocation();
  const [chosen, setChosen] = useState<Sign>();
  const [state, setState] = useState<PlayerState>('silent');
  const [volume, setVolume] = useState(80);
  const player = useRef<LoopPlayer>(undefined);

  useEffect(() => {
    const own = new LoopPlayer(setState);
    player.current = own;
    return () => {
      own.close();
      leaveMediaKeys();
      player.current = undefined;
    };
  }, []);

  // A link may name a sign; the page itself is the same for everybody and is not asked for again.
  useEffect(() => {
    const named = new URLSearchParams(search).get('sign');
    const sign = SIGNS.find(({ sound }) => sound === named);
    if (sign) setChosen(sign);
  }, [search]);

  const play = useCallback((sign: Sign) => void player.current?.play(sign), []);
  const sounding = state === 'playing' || state === 'loading';

  const choose = useCallback(
    (sign: Sign | undefined) => {
      setChosen(sign);
      // What sounds gives way to the sign that was chosen; silence stays silence until Play is pressed.
      if (sign && sounding) play(sign);
      else if (!sign || sign !== chosen) player.current?.pause();
    },
    [sounding, play, chosen],
  );

  const step = useCallback(
    (by: number) => {
      const at = chosen ? SIGNS.indexOf(chosen) : -1;
      const sign = SIGNS[(at + by + SIGNS.length) % SIGNS.length]!;
      setChosen(sign);
      play(sign);
    },
    [chosen, play],
  );

  useEffect(() => {
    if (state === 'playing' && chosen) {
      takeMediaKeys(chosen, {
        play: () => play(chosen),
        pause: () => player.current?.pause(),
        previous: () => step(-1),
        next: () => step(1),
      });
    } else if (state === 'paused') restMediaKeys();
  }, [state, chosen, play, step]);

  const loudness = useCallback(() => player.current?.loudness() ?? 0, []);

  return (
    <section className={styles.player} aria-label={words.label}>
      <div className={styles.stage} data-ground="night">
        <div className={styles.side}>
          <Select
            id="sign"
            label={words.choose}
            placeholder={words.placeholder}
            options={OPTIONS}
            value={chosen?.name ?? ''}
            onChange={(picked) => choose(SIGNS.find(({ name }) => name === picked.target.value))}
          />
          {chosen ? (
            <div className={styles.piece}>
              <h2 className={styles.name}>{chosen.name}</h2>
              <p className={styles.note}>{chosen.note}</p>
              <p className={styles.music}>{chosen.music}</p>
              <div className={styles.controls}>
                <Button
                  variant="accent"
                  busy={state === 'loading'}
                  busyText={words.loading}
                  aria-label={sounding ? words.pauseLabel(chosen.name) : words.playLabel(chosen.name)}
                  onClick={() => (state === 'playing' ? player.current?.pause() : play(chosen))}
                >
                  {state === 'playing' ? words.pause : words.play}
                </Button>
                <label className={styles.volume}>
                  <span>{words.volume}</span>
                  <input
                    type="range"
                    min="0"
                    max="100"
                    step="5"
                    value={volume}
                    onChange={(moved) => {
                      const value = Number(moved.target.value);
                      setVolume(value);
                      player.current?.setVolume(value / 100);
                    }}
                  />
                </label>
              </div>
              <p className={styles.state} role="status">
                {state === 'playing' ? words.playing(chosen.name) : state === 'paused' ? words.paused : ''}
              </p>
              {state === 'failed' && (
                <Notice tone="bad" live="assertive" title={words.failed}>
                  {words.failedText}
                </Notice>
              )}
            </div>
          ) : (
            <p className={styles.note}>{words.invitation}</p>
          )}
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
      <ul className={styles.signs} aria-label={words.figures}>
        {SIGNS.map((sign) => (
          <li key={sign.name}>
            <button type="button" className={styles.sign} aria-pressed={sign === chosen} onClick={() => choose(sign)}>
              <SignFigure sound={sign.sound} />
              {sign.name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
