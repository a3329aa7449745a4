import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { versionOfProcess } from './process.ts';

const given = process.env['SERVICE_VERSION'];

afterEach(() => {
  if (given === undefined) delete process.env['SERVICE_VERSION'];
  else process.env['SERVICE_VERSION'] = given;
});

describe('the version of a process', () => {
  it('is the one of the package it was started in, or the one that a setting names', () => {
    delete process.env['SERVICE_VERSION'];
    const { version } = JSON.parse(readFileSync(path.join(process.cwd(), 'package.json'), 'utf8')) as { version: string };
    expect(versionOfProcess()).toBe(version);
    process.env['SERVICE_VERSION'] = '9.8.7';
    expect(versionOfProcess()).toBe('9.8.7');
  });
});
