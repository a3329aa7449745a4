import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { texts } from '../../texts.ts';
import { BreathingFigure } from './breathing-figure.tsx';
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
