import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '@concert/machine-kit/processes';
import { expect, it } from '@jest/globals';

it('B4-522 the file .env sets for npm start what the environment leaves open', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'env-'));
  const module = path.join(import.meta.dirname, 'env-file.ts');
  const script = `const { takeEnvFile } = await import(${JSON.stringify(module)}); takeEnvFile('.');
      console.log(JSON.stringify([process.env.PUBLIC_ORIGIN, process.env.TRUSTED_PROXIES]))`;
  const seen = async (env: NodeJS.ProcessEnv) => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, env, withinMs: 30_000 });
    return JSON.parse(stdout) as unknown;
  };
  try {
    expect(await seen({})).toEqual([null, null]);
    writeFileSync(path.join(folder, '.env'), '# A comment\nPUBLIC_ORIGIN=https://concert.test\nTRUSTED_PROXIES=loopback\n');
    expect(await seen({})).toEqual(['https://concert.test', 'loopback']);
    expect(await seen({ PUBLIC_ORIGIN: 'https://other.test' })).toEqual(['https://other.test', 'loopback']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
