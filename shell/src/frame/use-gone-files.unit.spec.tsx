import { describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useGoneFiles } from './use-gone-files.ts';

function Page() {
  return <p>{useGoneFiles() ? 'renewed' : 'as it was'}</p>;
}

/** A file fails to load in an open page; the site answers so when it is asked for it. */
async function fail(file: HTMLElement, answer: number | 'unreachable') {
  const asked = jest.fn((_: string) =>
    answer === 'unreachable' ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ status: answer } as Response),
  );
  globalThis.fetch = asked as unknown as typeof fetch;
  render(<Page />);
  document.head.append(file);
  await act(async () => {
    file.dispatchEvent(new Event('error'));
    await Promise.resolve();
  });
  file.remove();
  return { said: screen.getByText(/.+/, { selector: 'p' }).textContent, asked: asked.mock.calls.length };
}

function element<Tag extends 'script' | 'link' | 'img'>(tag: Tag, address: string) {
  const made = document.createElement(tag);
  // Set as attributes, so that the simulated browser fetches nothing.
  Object.defineProperty(made, tag === 'link' ? 'href' : 'src', { value: address });
  return made;
}

const OWN = `${window.location.origin}/remotes/booking/17.0123abcd.js`;

describe('a page that is older than the site', () => {
  it.each([
    ['a script', 'script', 404],
    ['a style sheet', 'link', 404],
    ['a script that was taken back', 'script', 410],
  ] as const)('B6-531 is known by %s that is gone', async (_, tag, answer) => {
    expect(await fail(element(tag, OWN), answer)).toEqual({ said: 'renewed', asked: 1 });
  });

  it.each([
    ['the site cannot be reached', 'unreachable'],
    ['the site is down for a moment', 503],
    ['the file is there', 200],
  ] as const)('is not supposed where %s', async (_, answer) => {
    expect(await fail(element('script', OWN), answer)).toEqual({ said: 'as it was', asked: 1 });
  });

  it('is not asked about for pictures and files of others', async () => {
    expect(await fail(element('img', OWN), 404)).toEqual({ said: 'as it was', asked: 0 });
    cleanup();
    expect(await fail(element('script', 'https://elsewhere.example/x.js'), 404)).toEqual({ said: 'as it was', asked: 0 });
  });
});
