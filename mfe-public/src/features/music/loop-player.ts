import { mediaUrl } from '../../media.ts';
import { releaseSound, stopOtherSounds } from './one-sound.ts';
import type { Sign } from './signs.ts';

export type PlayerState = 'silent' | 'loading' | 'playing' | 'paused' | 'failed';

/** Seconds over which a sound fades in and out, so that nothing clicks. */
const FADE_SECONDS = 0.12;

/** Where a piece is looked for: the first encoding that this browser can play. */
function fileOf(sound: string): string {
  const webm = document.createElement('audio').canPlayType('audio/webm; codecs="opus"') !== '';
  return mediaUrl(`music/${sound}.${webm ? 'webm' : 'm4a'}`);
}

/** Plays one sign's piece in a loop without a gap. Nothing is fetched before the first `play`. */
export class LoopPlayer {
  #context: AudioContext | undefined;
  #gain: GainNode | undefined;
  #analyser: AnalyserNode | undefined;
  #samples: Uint8Array<ArrayBuffer> | undefined;
  #source: AudioBufferSourceNode | undefined;
  #sign: Sign | undefined;
  #decoded: { readonly sound: string; readonly buffer: AudioBuffer } | undefined;
  #asked = 0;
  #volume = 0.8;
  #state: PlayerState = 'silent';
  readonly #changed: (state: PlayerState) => void;

  /** @param changed called whenever the state changes */
  constructor(changed: (state: PlayerState) => void) {
    this.#changed = changed;
  }

  readonly pause = (): void => {
    this.#asked += 1;
    if (this.#state === 'loading') this.#become('silent');
    if (this.#state !== 'playing') return;
    void this.#context?.suspend();
    releaseSound(this.pause);
    this.#become('paused');
  };

  /** Plays a sign's piece; the same one continues where it was paused. */
  async play(sign: Sign): Promise<void> {
    const asked = ++this.#asked;
    stopOtherSounds(this.pause);
    this.#context ??= this.#open();
    const context = this.#context;
    if (this.#sign === sign && this.#source) {
      await context.resume();
      if (asked === this.#asked) this.#become('playing');
      return;
    }
    this.#end();
    this.#sign = sign;
    this.#become('loading');
    try {
      await context.resume();
      const buffer = await this.#load(context, sign);
      if (asked !== this.#asked) return;
      const source = new AudioBufferSourceNode(context, { buffer, loop: true });
      const start = sign.loopStart ?? 0;
      if (sign.loopSeconds !== undefined) {
        source.loopStart = start;
        source.loopEnd = start + sign.loopSeconds;
      }
      source.connect(this.#gain!);
      const now = context.currentTime;
      this.#gain!.gain.cancelScheduledValues(now);
      this.#gain!.gain.setValueAtTime(0, now);
      this.#gain!.gain.linearRampToValueAtTime(this.#volume, now + FADE_SECONDS);
      source.start(0, start);
      this.#source = source;
      this.#become('playing');
    } catch {
      if (asked !== this.#asked) return;
      this.#sign = undefined;
      releaseSound(this.pause);
      this.#become('failed');
    }
  }

  /** @param volume from 0 to 1 */
  setVolume(volume: number): void {
    this.#volume = volume;
    if (this.#context && this.#state === 'playing') this.#gain?.gain.setTargetAtTime(volume, this.#context.currentTime, FADE_SECONDS / 3);
  }

  /** How loud it is at this moment, from 0 to about 1, whatever the volume is set to. */
  loudness(): number {
    if (this.#state !== 'playing' || !this.#analyser) return 0;
    this.#samples ??= new Uint8Array(this.#analyser.fftSize);
    this.#analyser.getByteTimeDomainData(this.#samples);
    let energy = 0;
    for (const sample of this.#samples) energy += ((sample - 128) / 128) ** 2;
    return Math.min(1, (Math.sqrt(energy / this.#samples.length) * 3) / Math.max(0.05, this.#volume));
  }

  /** Ends for good and frees what it holds. */
  close(): void {
    this.#asked += 1;
    releaseSound(this.pause);
    this.#end();
    void this.#context?.close();
    this.#context = undefined;
  }

  #open(): AudioContext {
    const context = new AudioContext();
    this.#gain = new GainNode(context, { gain: 0 });
    this.#analyser = new AnalyserNode(context, { fftSize: 2048 });
    this.#gain.connect(this.#analyser).connect(context.destination);
    return context;
  }

  async #load(context: AudioContext, { sound }: Sign): Promise<AudioBuffer> {
    if (this.#decoded?.sound === sound) return this.#decoded.buffer;
    const response = await fetch(fileOf(sound));
    if (!response.ok) throw new Error(`${sound} answered ${response.status}`);
    const buffer = await context.decodeAudioData(await response.arrayBuffer());
    this.#decoded = { sound, buffer };
    return buffer;
  }

  #end(): void {
    this.#source?.stop();
    this.#source?.disconnect();
    this.#source = undefined;
  }

  #become(state: PlayerState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#changed(state);
  }
}
