import { describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { standInForFilm } from '@concert/web-kit/testing/browser.ts';
import { TeacherFilm } from './teacher-film.tsx';

const film = () => document.querySelector('video')!;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('S2-02 the film of the teacher', () => {
  it('S2-03 S2-04 starts by itself without sound and goes round and round', () => {
    const acts = standInForFilm();
    render(<TeacherFilm />);
    expect(acts).toEqual(['play muted']);
    expect(film().loop).toBe(true);
    expect(film().muted).toBe(true);
    // Nothing of it is fetched before it is to be played.
    expect(film().preload).toBe('none');
    expect(film().querySelector('track')?.getAttribute('kind')).toBe('captions');
  });

  it('B6-513 does not start by itself for someone who wants stillness, and can be started', () => {
    const acts = standInForFilm({ still: true });
    render(<TeacherFilm />);
    expect(acts).toEqual([]);
    press('Play the film');
    expect(acts).toEqual(['play muted']);
  });

  it('B5-569 waits until the page is idle, and has a small film for phones', () => {
    const acts = standInForFilm();
    const idle: IdleRequestCallback[] = [];
    Object.assign(window, { requestIdleCallback: (then: IdleRequestCallback) => idle.push(then), cancelIdleCallback: () => undefined });
    render(<TeacherFilm />);
    expect(acts).toEqual([]);
    idle[0]!({ didTimeout: false, timeRemaining: () => 50 });
    expect(acts).toEqual(['play muted']);
    expect([...film().querySelectorAll('source')].map((one) => [one.src.split('/').at(-1), one.getAttribute('media')])).toEqual([
      ['teacher-phone.webm', '(width <= 47.5em)'],
      ['teacher-phone.mp4', '(width <= 47.5em)'],
      ['teacher.webm', null],
      ['teacher.mp4', null],
    ]);
    cleanup();
    for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(window, name);
  });

  it('B5-627 stands still while the evening does not take place as planned', () => {
    const acts = standInForFilm();
    render(<TeacherFilm still />);
    expect(acts).toEqual([]);
  });

  it('can be paused and goes on', () => {
    const acts = standInForFilm();
    render(<TeacherFilm />);
    press('Pause the film');
    press('Play the film');
    expect(acts).toEqual(['play muted', 'pause', 'play muted']);
  });

  it('S2-05 has an Unmute button that gives it its sound, and takes it again', () => {
    standInForFilm();
    render(<TeacherFilm />);
    expect(screen.getByRole('button', { name: 'Unmute the film' }).title).toBe('Unmute');
    press('Unmute the film');
    expect(film().muted).toBe(false);
    press('Mute the film');
    expect(film().muted).toBe(true);
  });
});
