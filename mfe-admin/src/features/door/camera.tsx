import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { browserReader, ownReader, watchForCodes } from './decoder.ts';
import styles from './door.module.css';
import { oneAfterTheOther } from './one-after-the-other.ts';
import { allowSound } from './signals.ts';
import { texts } from './texts.ts';
import { Torch } from './torch.tsx';
import { useWakeLock } from '@concert/web-kit/use-wake-lock.ts';
import { pictureOf, watchPicture } from './watch-picture.ts';

const words = texts.camera;
type Fault = keyof typeof words.faults;

function faultOf(error: unknown): Fault {
  const name = error instanceof DOMException ? error.name : '';
  return name === 'NotAllowedError' || name === 'SecurityError'
    ? 'refused'
    : name === 'NotReadableError' || name === 'AbortError'
      ? 'busy'
      : 'none';
}

/** Scans what a camera shows. @returns how to stop, which switches the camera off */
function watch(video: HTMLVideoElement, stream: MediaStream, onCode: (code: string) => void, lose: (lost: Fault) => void): () => void {
  const take = oneAfterTheOther(onCode);
  const stopReading = watchForCodes({
    browser: browserReader(video),
    own: ownReader(video),
    onCodes: (codes) => take(codes, performance.now()),
    onBroken: () => lose('reader'),
  });
  const stopWatching = watchPicture(pictureOf(video), stream, () => lose('lost'));
  return () => {
    stopWatching();
    stopReading();
    for (const track of stream.getTracks()) track.stop();
  };
}

interface CameraProps {
  readonly onCode: (code: string) => void;
  /** Where the answer stands. */
  readonly answer: RefObject<HTMLDivElement | null>;
  /** The answer, which covers what the camera sees. */
  readonly children: ReactNode;
}

/** Scans codes by the device's camera while it is switched on. */
export function Camera({ onCode, answer, children }: CameraProps) {
  const [on, setOn] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [track, setTrack] = useState<MediaStreamTrack>();
  useWakeLock(on);
  const video = useRef<HTMLVideoElement>(null);
  const seen = useEffectEvent(onCode);

  useEffect(() => {
    const shown = video.current;
    if (!on || !shown) return;
    let stopped = false;
    let stop = () => undefined as void;
    const run = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
      });
      stop = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      if (stopped) return stop();
      setTrack(stream.getVideoTracks()[0]);
      shown.srcObject = stream;
      await shown.play();
      if (stopped) return stop();
      const lose = (lost: Fault) => {
        setFault(lost);
        setOn(false);
      };
      stop = watch(shown, stream, (code) => seen(code), lose);
    };
    run().catch((error: unknown) => {
      if (stopped) return;
      setFault(faultOf(error));
      setOn(false);
    });
    return () => {
      stopped = true;
      stop();
      shown.srcObject = null;
    };
  }, [on]);

  const turn = () => {
    allowSound();
    setFault(undefined);
    if (!('mediaDevices' in navigator)) setFault('none');
    else setOn((now) => !now);
  };

  return (
    <>
      <div ref={answer} className={styles.stage} role="group" aria-label={words.answer} tabIndex={-1}>
        <div className={styles.view} data-ground="night" hidden={!on}>
          {/* Nothing is recorded: the picture is read on this device and discarded. */}
          <video ref={video} className={styles.video} playsInline muted aria-label={words.view} />
          <svg viewBox="0 0 100 100" className={`drawn ${styles.frame}`} aria-hidden="true" focusable="false">
            <path d="M4 26V4h22M74 4h22v22M96 74v22H74M26 96H4V74" />
          </svg>
        </div>
        {children}
      </div>
      {fault && (
        <Notice tone="warn" live="assertive" title={words.faults[fault]}>
          {words.otherWay[fault]}
        </Notice>
      )}
      {on && <Torch key={track?.id} track={track} />}
      <Button variant={on ? 'secondary' : 'primary'} wide onClick={turn}>
        {on ? words.stop : words.start}
      </Button>
    </>
  );
}
