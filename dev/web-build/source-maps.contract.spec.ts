import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { ROOT } from '@concert/machine-kit/rooms';

/** Bundlers are no part of a test's world, so another Node reads what they are told. */
const READ = `
  import { remoteBuild, shellBuild } from '${path.join(ROOT, 'dev/web-build/federated-build.mjs')}';
  const builds = [shellBuild('shell'), remoteBuild('mfe-admin', 'admin')];
  console.log(JSON.stringify(['production', 'development'].map((mode) => builds.map((build) => build({}, { mode }).devtool))));
`;

it('what people load has no source maps, which would give the organisers’ program to everybody', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', READ], { cwd: ROOT });
  expect(JSON.parse(stdout)).toEqual([
    [false, false],
    ['source-map', 'source-map'],
  ]);
});
