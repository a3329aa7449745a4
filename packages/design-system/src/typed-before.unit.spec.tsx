import { expect, it } from '@jest/globals';
import { act, fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { TextArea, TextField } from './field.tsx';
import { PasswordField } from './password-field.tsx';

function Form({ told }: { told: (values: readonly string[]) => void }) {
  const [values, setValues] = useState(['', '', '']);
  const change = (at: number) => (typed: { target: { value: string } }) =>
    setValues((before) => before.map((value, index) => (index === at ? typed.target.value : value)));
  told(values);
  return (
    <>
      <TextField id="name" label="Name" value={values[0]} onChange={change(0)} />
      <TextArea id="message" label="Message" value={values[1]} onChange={change(1)} />
      <PasswordField id="password" label="Password" value={values[2]} onChange={change(2)} />
    </>
  );
}

it('keeps what was typed into a drawn page before its program took it over', async () => {
  let last: readonly string[] = [];
  const told = (values: readonly string[]) => void (last = values);
  const place = document.body.appendChild(document.createElement('div'));
  const drawn = render(<Form told={told} />);
  place.innerHTML = drawn.container.innerHTML;
  drawn.unmount();
  const [name, message, password] = [...place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  name!.value = 'Anne-Marie';
  message!.value = 'Is there a lift?';
  password!.value = 'four words of it';
  const root = await act(() => Promise.resolve(hydrateRoot(place, <Form told={told} />)));
  expect(last).toEqual(['Anne-Marie', 'Is there a lift?', 'four words of it']);
  fireEvent.change(message!, { target: { value: 'Is there a lift? Thank you.' } });
  expect([name!.value, last[1], password!.value]).toEqual(['Anne-Marie', 'Is there a lift? Thank you.', 'four words of it']);
  act(() => root.unmount());
  place.remove();
});
