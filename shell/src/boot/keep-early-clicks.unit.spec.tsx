import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { earlyClicks } from './early-clicks.ts';

/** Not a module to the type check; run anew for each test, as for each page. */
const SCRIPT: string = './keep-early-clicks.ts';

/** The controls that were pressed once the program was there, by what they were called by then. */
let carriedOut: string[];

function control(name: string): HTMLButtonElement {
  return [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name)!;
}

beforeEach(async () => {
  jest.resetModules();
  carriedOut = [];
  document.body.innerHTML = `
    <a href="#elsewhere">Elsewhere</a><p>Words</p>
    <button type="button"><span>Sign Up</span></button>
    <button type="button" aria-pressed="false">Captions</button>
    <button type="button" aria-pressed="false">Leo</button>`;
  await import(SCRIPT);
});

afterEach(() => {
  window.dispatchEvent(new Event('pagehide'));
  earlyClicks()!.end();
});

/** As when the page's program takes it over: it hears presses from now on, and then asks for those that came before. */
async function takeOver(onPress: (pressed: HTMLButtonElement) => void = () => undefined): Promise<void> {
  for (const each of document.querySelectorAll('button')) {
    each.addEventListener('click', () => {
      carriedOut.push(each.textContent.trim());
      onPress(each);
    });
  }
  earlyClicks()!.end();
  await earlyClicks()!.give();
}

it('B6-519 gives each press to its control once, in order, also one on a part of a control', async () => {
  control('Captions').click();
  control('Sign Up').querySelector('span')!.click();
  control('Leo').click();
  await takeOver();
  expect(carriedOut).toEqual(['Captions', 'Sign Up', 'Leo']);
  await earlyClicks()!.give();
  expect(carriedOut).toHaveLength(3);
});

it('says of a control that it is busy while its press waits, and no longer', async () => {
  control('Sign Up').click();
  expect([control('Sign Up').getAttribute('aria-busy'), control('Leo').getAttribute('aria-busy')]).toEqual(['true', null]);
  await takeOver();
  expect(document.querySelector('[aria-busy]')).toBeNull();
});

it('hears nothing once the program does', async () => {
  await takeOver();
  control('Leo').click();
  await earlyClicks()!.give();
  expect(carriedOut).toEqual(['Leo']);
  expect(document.querySelector('[aria-busy]')).toBeNull();
});

it('takes a second press of a control that did not answer for the same wish', async () => {
  control('Sign Up').click();
  control('Sign Up').click();
  control('Captions').click();
  control('Captions').click();
  await takeOver((pressed) => {
    if (pressed.textContent === 'Captions') pressed.setAttribute('aria-pressed', 'true');
    else pressed.textContent = 'Sign In';
  });
  expect(carriedOut).toEqual(['Sign Up', 'Captions']);
});

it('lets the last of several choices hold', async () => {
  for (const name of ['Leo', 'Captions', 'Leo']) control(name).click();
  await takeOver((pressed) => {
    for (const each of document.querySelectorAll('[aria-pressed]')) each.setAttribute('aria-pressed', String(each === pressed));
  });
  expect(carriedOut).toEqual(['Leo', 'Captions', 'Leo']);
});

it('gives nothing to a control that is gone, replaced or disabled', async () => {
  for (const name of ['Sign Up', 'Captions', 'Leo']) control(name).click();
  control('Sign Up').remove();
  control('Captions').replaceWith(control('Captions').cloneNode(true));
  control('Leo').disabled = true;
  await takeOver();
  expect(carriedOut).toEqual([]);
});

it.each(['beforeunload', 'pagehide'])('forgets what was pressed when the page is left (%s)', async (event) => {
  control('Sign Up').click();
  window.dispatchEvent(new Event(event));
  expect(document.querySelector('[aria-busy]')).toBeNull();
  await takeOver();
  expect(carriedOut).toEqual([]);
});

it('keeps no press of a link or of words, and ten of a person in a hurry', async () => {
  document.querySelector('a')!.click();
  document.querySelector('p')!.click();
  for (let press = 0; press < 30; press += 1) control('Leo').click();
  await takeOver();
  expect(carriedOut).toEqual(Array.from({ length: 10 }, () => 'Leo'));
});
