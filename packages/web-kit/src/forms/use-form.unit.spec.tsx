import { describe, expect, it, jest } from '@jest/globals';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { act, renderHook } from '@testing-library/react';
import type { Result } from '../api-client.ts';
import { useForm, type FormOptions } from './use-form.ts';

interface Guest {
  readonly name: string;
  readonly email: string;
}

const EMPTY: Guest = { name: '', email: '' };
const BOTH = { email: 'Email is invalid', name: 'Name is required' };

const shown = (options: Partial<FormOptions<Guest>> = {}) =>
  renderHook(() => useForm<Guest>({ name: 'guest', first: EMPTY, ...options })).result;

const refused = (over: Partial<ProblemDocument> = {}): Result<never> => ({
  ok: false,
  problem: { type: '', title: '', status: 422, detail: '', instance: '', code: 'request.invalid', traceId: '', ...over },
});

const type = (form: ReturnType<typeof shown>, field: keyof Guest, value: string) =>
  act(() => form.current.field(field).onChange({ target: { value } }));

describe('a form', () => {
  it('tells a control its id, its name, its value and what is wrong with it', async () => {
    const edited = jest.fn();
    const form = shown({ onEdit: edited });
    type(form, 'name', 'Vera');
    act(() => form.current.refuse({ name: 'Name is taken' }));
    expect(form.current.field('name')).toMatchObject({ id: 'guest-name', name: 'name', value: 'Vera', error: 'Name is taken' });
    expect(form.current.idOf('capacities.VIP Seating')).toBe('guest-capacities.VIP-Seating');
    expect(edited.mock.calls).toEqual([['name', 'Vera']]);
  });

  it('tells its faults in the order of the fields, those of no field at the first one', () => {
    const form = shown();
    act(() => form.current.refuse({ '': 'Not now', ...BOTH }));
    expect(form.current.summary).toEqual([
      { fieldId: 'guest-name', text: 'Name is required' },
      { fieldId: 'guest-email', text: 'Email is invalid' },
      { fieldId: 'guest-name', text: 'Not now' },
    ]);
    expect(form.current.attempt).toBe(1);
  });
});

describe('a try', () => {
  it('is made one at a time, and forgets what the last one found', async () => {
    const form = shown();
    act(() => form.current.refuse(BOTH));
    let answer: (result: Result<string>) => void = () => undefined;
    const work = jest.fn(() => new Promise<Result<string>>((resolve) => (answer = resolve)));
    let first: Promise<unknown> = Promise.resolve();
    act(() => void (first = form.current.send(work)));
    expect([form.current.busy, form.current.errors]).toEqual([true, {}]);
    expect(await form.current.send(work)).toBeUndefined();
    await act(async () => {
      answer({ ok: true, value: 'taken' });
      expect(await first).toEqual({ ok: true, value: 'taken' });
    });
    expect(work).toHaveBeenCalledTimes(1);
    expect(form.current.busy).toBe(false);
  });

  it('leads faults of the server to their fields and keeps what was typed', async () => {
    const form = shown({ fieldOf: (pointer) => (pointer === '/email2' ? 'email' : '') });
    type(form, 'email', 'vera@example.org');
    const errors = [{ pointer: '/email2', field: 'email2', detail: 'Email is taken' }];
    await act(() => form.current.send(() => Promise.resolve(refused({ errors }))));
    expect({ ...form.current.errors }).toEqual({ email: 'Email is taken' });
    expect(form.current).toMatchObject({ refusal: undefined, attempt: 1, values: { email: 'vera@example.org' } });
  });

  it('keeps a refusal that is about no field, until the next try', async () => {
    const form = shown();
    await act(() => form.current.send(() => Promise.resolve(refused({ code: 'request.too_many' }))));
    expect(form.current).toMatchObject({ refusal: { code: 'request.too_many' }, attempt: 0, busy: false });
    await act(() => form.current.send(() => Promise.resolve({ ok: false, errors: BOTH })));
    expect(form.current).toMatchObject({ refusal: undefined, attempt: 1, errors: BOTH });
  });
});

describe('a fault', () => {
  it('stands until the next try, or as long as its field is left alone', () => {
    const standing = shown();
    const going = shown({ mended: 'by-editing' });
    for (const form of [standing, going]) {
      act(() => form.current.refuse(BOTH));
      type(form, 'name', 'V');
    }
    expect(standing.current.errors).toEqual(BOTH);
    expect(going.current.errors).toEqual({ email: 'Email is invalid' });
  });

  it('is said from the first edit of its field on, and of every field after a try', () => {
    const form = shown({ checkEdited: ({ name }) => (name.trim() === '' ? BOTH : { email: 'Email is invalid' }) });
    expect(form.current.errors).toEqual({});
    type(form, 'name', ' ');
    expect(form.current.errors).toEqual({ name: 'Name is required' });
    act(() => form.current.refuse({ email: 'Email is taken' }));
    expect(form.current.errors).toEqual(BOTH);
    type(form, 'name', 'Vera');
    expect(form.current.errors).toEqual({ email: 'Email is invalid' });
    act(() => form.current.reset());
    expect([form.current.values, form.current.errors]).toEqual([EMPTY, {}]);
  });
});

describe('what nobody typed', () => {
  it('fills the fields that nobody edited, after a refused try too', () => {
    const form = shown();
    type(form, 'name', 'Vera');
    type(form, 'name', '');
    act(() => form.current.refuse(BOTH));
    act(() => form.current.fill({ name: 'Rolf', email: 'rolf@example.org' }));
    expect(form.current.values).toEqual({ name: '', email: 'rolf@example.org' });
    act(() => form.current.reset({ name: 'Anne', email: '' }));
    act(() => form.current.fill({ name: 'Rolf' }));
    expect(form.current.values).toEqual({ name: 'Rolf', email: '' });
  });
});
