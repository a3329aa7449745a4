import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { forget, forgetPerson, recall, remember, STORAGE_KEYS, UNSENT_SUFFIX } from './storage.ts';

afterEach(() => {
  forget('name', 'page_redirect');
});

describe('local storage', () => {
  it('keeps and removes the specified keys', () => {
    expect(recall('name')).toBeNull();
    expect(remember('name', 'Meera')).toBe(true);
    expect(window.localStorage.getItem('name')).toBe('Meera');
    expect(recall('name')).toBe('Meera');
    forget('name');
    expect(recall('name')).toBeNull();
  });

  it('lasts as long as the page when storage is full', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(remember('page_redirect', 'rys')).toBe(false);
    expect(recall('page_redirect')).toBe('rys');
    forget('page_redirect');
    expect(recall('page_redirect')).toBeNull();
  });

  it('is emptied for a person who signs out, and so are the databases, but for what is yet to be sent', async () => {
    for (const key of STORAGE_KEYS) remember(key, 'x');
    const deleted: string[] = [];
    const databases = ['concert-door', `concert-door${UNSENT_SUFFIX}`, 'another'].map((name) => ({ name, version: 1 }));
    Object.defineProperty(window, 'indexedDB', {
      configurable: true,
      value: { databases: () => Promise.resolve(databases), deleteDatabase: (name: string) => deleted.push(name) },
    });
    await forgetPerson();
    expect(STORAGE_KEYS.map(recall)).toEqual(STORAGE_KEYS.map(() => null));
    expect(deleted).toEqual(['concert-door', 'another']);
    Object.defineProperty(window, 'indexedDB', { configurable: true, value: undefined });
    await expect(forgetPerson()).resolves.toBeUndefined();
  });

  it('never throws when storage is blocked', () => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(recall('name')).toBeNull();
    expect(remember('name', 'Meera')).toBe(false);
    expect(recall('name')).toBe('Meera');
    expect(() => forget('name')).not.toThrow();
    expect(recall('name')).toBeNull();
  });
});
