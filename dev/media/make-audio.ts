import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '@concert/machine-kit/processes';
import { ROOT } from '../system/rooms.ts';
import { PIECES } from './pieces.ts';
import { render } from './sound.ts';
import { wavOf } from './wav.ts';

/*
 * Plays the twelve pieces and encodes them: node dev/media/make-audio.ts [SIGN …]. It needs ffmpeg; the site itself
 * does not, because what comes out is kept in the repository.
 */

const TARGET = path.join(ROOT, 'mfe-public/content/media/music');
const SAMPLE_RATE = 48_000;
const ENCODINGS = [
  { ending: 'webm', options: ['-c:a', 'libopus', '-b:a', '40k', '-vbr', 'on', '-application', 'audio'] },
  { ending: 'm4a', options: ['-c:a', 'aac', '-b:a', '56k', '-movflags', '+faststart'] },
] as const;
const WITHIN_MS = 120_000;

async function ffmpeg(options: readonly string[]): Promise<void> {
  const { code, output } = await run('ffmpeg', ['-v', 'error', '-y', ...options], { cwd: ROOT, withinMs: WITHIN_MS });
  if (code !== 0) throw new Error(`ffmpeg: ${output.trim()}`);
}

const asked = process.argv.slice(2).map((name) => name.toLowerCase());
const folder = await mkdtemp(path.join(tmpdir(), 'concert-audio-'));
try {
  await mkdir(TARGET, { recursive: true });
  for (const piece of PIECES) {
    const name = piece.sign.toLowerCase();
    if (asked.length > 0 && !asked.includes(name)) continue;
    const wav = path.join(folder, `${name}.wav`);
    await writeFile(wav, wavOf(render(piece, SAMPLE_RATE)));
    for (const { ending, options } of ENCODINGS) {
      await ffmpeg([
        '-i',
        wav,
        '-map_metadata',
        '-1',
        '-fflags',
        '+bitexact',
        '-flags:a',
        '+bitexact',
        ...options,
        path.join(TARGET, `${name}.${ending}`),
      ]);
    }
    await rm(wav);
  }
  for (const [rate, codec, bits, file] of [
    ['48000', 'libopus', '6k', 'silence.webm'],
    ['44100', 'aac', '16k', 'silence.m4a'],
  ] as const) {
    const silence = ['-f', 'lavfi', '-i', `anullsrc=r=${rate}:cl=mono`, '-t', '10'];
    await ffmpeg([...silence, '-map_metadata', '-1', '-fflags', '+bitexact', '-c:a', codec, '-b:a', bits, path.join(TARGET, file)]);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
