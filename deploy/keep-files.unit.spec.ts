import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { keepFiles } from './keep-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'builds-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function build(name: string, files: Record<string, string>): Promise<string> {
  const place = path.join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(place, file)), { recursive: true });
    await writeFile(path.join(place, file), text);
  }
  return place;
}
const files = async (place: string) =>
  (await readdir(place, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();

it('B8-514 files of the build before stay for one build, those that name the current version never do', async () => {
  const first = await build('1', {
    'mf-manifest.json': '1',
    'artists.00000001.js': 'a',
    'artists.00000001.js.br': 'a',
    'artists.00000001.js.map': 'a',
    'media/song.0000000f.mp3': 's',
  });
  const second = await build('2', { 'mf-manifest.json': '2', 'artists.00000002.js': 'b', 'media/song.0000000f.mp3': 's' });
  expect(await keepFiles(first, second)).toEqual(['artists.00000001.js', 'artists.00000001.js.br']);
  expect(await readFile(path.join(second, 'mf-manifest.json'), 'utf8')).toBe('2');
  const third = await build('3', { 'mf-manifest.json': '3', 'artists.00000003.js': 'c' });
  await keepFiles(second, third);
  expect(await files(third)).toEqual(['artists.00000002.js', 'artists.00000003.js', 'mf-manifest.json', 'song.0000000f.mp3']);
});
