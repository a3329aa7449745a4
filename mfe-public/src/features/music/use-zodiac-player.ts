import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LoopPlayer, type PlayerState } from './loop-player.ts';
import { releaseMediaKeys, pauseMediaKeys, takeMediaKeys } from './media-keys.ts';
import { SIGNS, type Sign } from './signs.ts';

/** One sound at a time, in a loop, driven by the screen, by a link that names a sign, and by the keys of the keyboard. */
export function useZodiacPlayer() {
  const { search } = useLocation();
  const [chosen, setChosen] = useState<Sign>();
  const [state, setState] = useState<PlayerState>('silent');
  // From 0 to 100.
  const [volume, showVolume] = useState(80);
  const player = useRef<LoopPlayer>(undefined);

  useEffect(() => {
    const own = new LoopPlayer(setState);
    player.current = own;
    return () => {
      own.close();
      releaseMediaKeys();
      player.current = undefined;
    };
  }, []);

  // A link may name a sign; the page itself is the same for everybody and is not requested again.
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
      // Music that plays changes to the chosen sign; silence remains until Play is pressed.
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
    } else if (state === 'paused') pauseMediaKeys();
  }, [state, chosen, play, step]);

  const loudness = useCallback(() => player.current?.loudness() ?? 0, []);
  const pause = useCallback(() => player.current?.pause(), []);
  const setVolume = useCallback((percent: number) => {
    showVolume(percent);
    player.current?.setVolume(percent / 100);
  }, []);

  return { chosen, state, volume, choose, play, pause, setVolume, loudness };
}

/** The player as its screen sees it. */
export type Playing = ReturnType<typeof useZodiacPlayer>;
