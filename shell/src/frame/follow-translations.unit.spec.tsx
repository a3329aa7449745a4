import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { Fragment } from 'react';
import { followTranslations } from './follow-translations.ts';

type Way = (text: Text) => void;

function font(words: string): HTMLElement {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.textContent = words;
  outer.append(inner);
  return outer;
}
const translated = (text: Text) => font(`[${text.data}]`);

/** How translators put their words in the place of a text, and a script that only wraps it. */
const WAYS: Readonly<Record<string, Way>> = {
  'replacing it': (text) => text.replaceWith(translated(text)),
  'putting it before, then removing the text': (text) => {
    text.before(translated(text));
    text.remove();
  },
  'putting it after, then removing the text': (text) => {
    text.after(translated(text));
    text.remove();
  },
  'removing the text, then putting it there': (text) => {
    const [parent, next] = [text.parentNode!, text.nextSibling];
    const words = translated(text);
    text.remove();
    parent.insertBefore(words, next);
  },
  'wrapping the text': (text) => {
    const outer = document.createElement('font');
    text.before(outer);
    outer.append(text);
  },
};

function translate(way: Way) {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walk.nextNode()) {
    const text = walk.currentNode as Text;
    if (!text.parentElement?.closest('font, [translate=no]') && text.data.trim() !== '') texts.push(text);
  }
  for (const text of texts) way(text);
}

const settled = () => act(() => Promise.resolve());
const said = () => document.body.textContent?.replace(/[[\]]/g, '');

function Seats({ count, paid, sold = false }: { count: number; paid: boolean; sold?: boolean }) {
  return (
    <p>
      {paid ? 'Paid' : <b>Waiting</b>}
      {count > 1 && 'Together: '}
      {count} {count === 1 ? 'seat' : 'seats'} left
      {sold && <i>Sold out</i>}
      {paid && 'Thank you'}
    </p>
  );
}

let stop: () => void;
beforeEach(() => {
  stop = followTranslations();
});
afterEach(() => {
  stop();
});

describe.each(Object.entries(WAYS))('a page whose texts a translator translates by %s', (_, way) => {
  it('B6-530 goes on, and shows what is true', async () => {
    const { rerender, unmount } = render(<Seats count={2} paid={false} />);
    const steps = [
      { count: 3, paid: true },
      { count: 1, paid: true, sold: true },
      { count: 1, paid: false },
      { count: 7, paid: false, sold: true },
      { count: 2, paid: true },
    ];
    for (const step of steps) {
      translate(way);
      await settled();
      rerender(<Seats {...step} />);
      await settled();
      const { count, paid, sold } = step;
      expect(said()).toBe(
        `${paid ? 'Paid' : 'Waiting'}${count > 1 ? 'Together: ' : ''}${count} ${count === 1 ? 'seat' : 'seats'} left${sold ? 'Sold out' : ''}${paid ? 'Thank you' : ''}`,
      );
    }
    translate(way);
    await settled();
    expect(() => unmount()).not.toThrow();
    expect(document.querySelectorAll('font')).toHaveLength(0);
  });

  it('has each text once when their order changes', async () => {
    const shown = (...texts: string[]) => (
      <p>
        {texts.map((text) => (
          <Fragment key={text}>{text}</Fragment>
        ))}
      </p>
    );
    const { rerender } = render(shown('one', 'two', 'three'));
    translate(way);
    await settled();
    rerender(shown('three', 'one', 'two'));
    await settled();
    expect(said()).toBe('threeonetwo');
  });

  it('says twice in a row what has changed', async () => {
    const { rerender } = render(<Seats count={5} paid={false} />);
    for (const count of [4, 3, 2]) {
      translate(way);
      await settled();
      rerender(<Seats count={count} paid={false} />);
      await settled();
      expect(said()).toBe(`WaitingTogether: ${count} seats left`);
    }
  });
});

it('a node that was never there is refused as ever', () => {
  expect(() => document.body.removeChild(document.createTextNode('nowhere'))).toThrow();
  expect(() => document.body.insertBefore(document.createElement('p'), document.createTextNode('nowhere'))).toThrow();
});
