import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { EmailField } from './email-field.tsx';
import { likelyMeant } from './email-slips.ts';

describe('B5-608 a slip in the name of a mail provider', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.co.uk', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gmaill.con', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['homtial.com', 'hotmail.com'],
    ['hotmail.vom', 'hotmail.com'],
    ['yahoo.co', 'yahoo.com'],
    ['yaho.com', 'yahoo.com'],
    ['outlok.com', 'outlook.com'],
    ['iclod.com', 'icloud.com'],
    ['GMIAL.COM', 'gmail.com'],
    ['aol.con', 'aol.com'],
    ['hall.example.con', 'hall.example.com'],
    ['hall.ogr', 'hall.org'],
  ])('%s is taken for one of %s', (typed, meant) => {
    expect(likelyMeant(`Anna@${typed}`)).toBe(`Anna@${meant}`);
  });

  it.each([
    ...[
      'gmail.com',
      'googlemail.com',
      'ymail.com',
      'mail.com',
      'email.com',
      'gmx.com',
      'gmx.co.uk',
      'gmx.de',
      'yahoo.co.uk',
      'yahoo.co.jp',
    ],
    ...['yahoo.fr', 'yahoo.com.br', 'yahoo.co.in', 'hotmail.fr', 'hotmail.co.uk', 'outlook.de', 'outlook.com.br', 'live.co.uk', 'aol.com'],
    ...[
      'icloud.com',
      'me.com',
      'mac.com',
      'proton.me',
      'protonmail.ch',
      'foxmail.com',
      'hotel.com',
      'fastmail.com',
      'comcast.net',
      'cloud.com',
    ],
    ...['example.org', 'concert.example', 'venue.test', 'anna.org', 'hall.co', 'xn--mller-kva.example', 'mail.ru', 'gail.co.in', 'gmail'],
  ])('%s may be right', (domain) => {
    expect(likelyMeant(`anna@${domain}`)).toBeUndefined();
  });
});

function Sent({ onSend, first }: { onSend: (email: string) => void; first: string }) {
  const [email, setEmail] = useState(first);
  return (
    <form
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        onSend(email);
      }}
    >
      <EmailField id="to" label="Email" hint="For your tickets" value={email} onChange={({ target }) => setEmail(target.value)} />
      <button type="submit">Send</button>
    </form>
  );
}

describe('B5-608 the field of an email', () => {
  const shown = (first: string) => {
    const onSend = jest.fn();
    render(<Sent first={first} onSend={onSend} />);
    return {
      onSend,
      press: (name: string) => fireEvent.click(screen.getByRole('button', { name })),
      field: screen.getByLabelText('Email'),
    };
  };
  const hintOf = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby')!)!.textContent;

  it('asks at the first try whether another provider was meant, and changes it by a press', () => {
    const { onSend, press, field } = shown('anna@gmial.com');
    expect(hintOf(field)).toBe('For your tickets');
    press('Send');
    expect([onSend.mock.calls.length, document.activeElement]).toEqual([0, field]);
    expect(hintOf(field)).toMatch(/^Did you mean anna@gmail.com\?/);
    press('Use this address');
    expect(hintOf(field)).toBe('For your tickets');
    press('Send');
    expect(onSend.mock.calls).toEqual([['anna@gmail.com']]);
  });

  it('goes on with the same address at the second try, and asks anew about another one', () => {
    const { onSend, press, field } = shown('Anna <anna@gmial.com>');
    press('Send');
    press('Send');
    expect(onSend).toHaveBeenCalledTimes(1);
    fireEvent.change(field, { target: { value: 'anna@hotmial.com' } });
    press('Send');
    expect(onSend).toHaveBeenCalledTimes(1);
    expect(hintOf(field)).toMatch(/^Did you mean anna@hotmail.com\?/);
  });

  it('asks nothing about an address that may be right', () => {
    const { onSend, press } = shown('anna@example.org');
    press('Send');
    expect(onSend).toHaveBeenCalledTimes(1);
  });
});
