import { describe, expect, it } from '@jest/globals';
import { isPlainPath, pathOf } from './path-check.ts';

describe('plain path', () => {
  it.each([
    '/',
    '/login',
    '/admin/users',
    '/login/',
    '/main.1a2b3c4d.js',
    '/api/ticket-bookings/bk_0',
    '/caf%C3%A9',
    '/a%20b',
    '/a%40b%3A%21',
  ])('takes %s', (path) => {
    expect(isPlainPath(path)).toBe(true);
  });

  it.each([
    '',
    'x',
    '*',
    'http://evil.test/',
    '//evil.test',
    '/api//x',
    '/..',
    '/api/..',
    '/api/../internal',
    '/api/.',
    '/api/%2e%2e/x',
    '/api/%2E./x',
    '/api/..%2f..%2finternal',
    '/api/..\\..\\internal',
    '/api/%5c..',
    '/api/x%00',
    '/api/x%0d%0a',
    '/api/%',
    '/api/%ff',
    '/%61pi/concert',
    '/api/%63oncert',
    '/%6Detrics',
    '/a%2Db',
    '/a%5fb',
    '/a%7Eb',
  ])('refuses %j', (path) => {
    expect(isPlainPath(path)).toBe(false);
  });

  it('cuts the query off', () => {
    expect(pathOf('/a/b?c=//d')).toBe('/a/b');
    expect(pathOf('/a/b#c')).toBe('/a/b');
    expect(pathOf('/a/b')).toBe('/a/b');
  });
});
