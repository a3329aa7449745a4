let audio: AudioContext | undefined;

/* Two rising notes for yes, one long low note for no, so that they can be told apart without looking. */
const TUNES = {
  admitted: [
    { hertz: 660, from: 0, seconds: 0.09 },
    { hertz: 990, from: 0.1, seconds: 0.16 },
  ],
  refused: [{ hertz: 170, from: 0, seconds: 0.5 }],
} as const;
const VIBRATIONS = { admitted: [70], refused: [220, 90, 220] } as const;

/** Allows the device to make sounds later: browsers permit it only in response to a press. */
export function allowSound(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
  } catch {
    // A device without sound still shows every answer.
  }
}

/** Says yes or no by sound and by vibration. Browsers refuse either, and complain, while nobody has touched the page yet. */
export function signalOutcome(outcome: keyof typeof TUNES, sound: boolean): void {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([...VIBRATIONS[outcome]]);
  if (!sound || audio?.state !== 'running') return;
  for (const { hertz, from, seconds } of TUNES[outcome]) {
    const start = audio.currentTime + from;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = outcome === 'admitted' ? 'sine' : 'square';
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.25, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}
