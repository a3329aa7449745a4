import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { pass, refusal, showScreen, standInForSite, type Answer } from '../../site-stand-in.tsx';
import { ContactForm } from './contact-form.tsx';

const TAKEN: Answer = { status: 201, body: { id: `ct_${'0'.repeat(20)}`, receivedAt: '2027-01-01T00:00:00.000Z' } };
const ROUTE = 'POST /api/contact-messages';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) fireEvent.change(field(label), { target: { value } });
};
const send = async () => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Send your message' }));
    await jest.advanceTimersByTimeAsync(0);
  });
};
const GOOD = { Name: 'Anne-Marie', Email: 'anne@example.org', Subject: 'Seats', Message: 'Are there seats without steps?' };
const open = () => showScreen(<ContactForm />, { at: '/concert-details' });
const errorOf = (label: string) => {
  const described = field(label).getAttribute('aria-describedby') ?? '';
  return described.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
};

describe('S1-05 S2-50 S2-127 S3-05 the contact form', () => {
  it('S5-07 S5-08 S5-10 S5-11 S2-128 says of each empty field what is missing, under that field', async () => {
    const calls = standInForSite({});
    await open();
    await send();
    expect(errorOf('Name')).toContain('Name is required');
    expect(errorOf('Email')).toContain('Email is required');
    expect(errorOf('Subject')).toContain('Subject is required');
    expect(errorOf('Message')).toContain('Message is required');
    expect(errorOf('Name')).not.toContain('Subject');
    expect(calls).toEqual([]);
  });

  it.each(['@', 'a@b', 'a b@c.co', 'a@b@c.co', 'a@b.co,c@d.co', 'Anna <a@b.co>'])('S5-09 refuses the address %s', async (Email) => {
    const calls = standInForSite({});
    await open();
    fill({ ...GOOD, Email });
    await send();
    expect(errorOf('Email')).toContain('Email is invalid');
    expect(calls).toEqual([]);
  });

  it('S7-03 S7-04 S8-06 S2-129 S9-22 sends the message once; the success stands for 10 s and a confirmation stays', async () => {
    const calls = standInForSite({ [ROUTE]: TAKEN });
    await open();
    fill({ ...GOOD, Name: '  <img src=x onerror=alert(1)>  ' });
    await send();
    expect(calls).toEqual([{ route: ROUTE, body: { name: '<img src=x onerror=alert(1)>', email: 'anne@example.org', subject: 'Seats', message: 'Are there seats without steps?' } }]);
    expect(screen.getByText('Form submitted successfully!')).toBeTruthy();
    await pass(9_900);
    expect(screen.getByText('Form submitted successfully!')).toBeTruthy();
    await pass(200);
    expect(screen.queryByText('Form submitted successfully!')).toBeNull();
    expect(screen.getByText('Your message is with us')).toBeTruthy();
  });

  it('S8-05 says that it failed, keeps what was written, and sends the same message again', async () => {
    const calls = standInForSite({ [ROUTE]: ['unreachable', refusal(503, 'request.unavailable'), TAKEN] });
    await open();
    fill(GOOD);
    await send();
    expect(screen.getByText('Error submitting form.')).toBeTruthy();
    expect(field('Message').value).toBe(GOOD.Message);
    await send();
    expect(screen.getByText('Error submitting form.')).toBeTruthy();
    await send();
    expect(screen.getByText('Form submitted successfully!')).toBeTruthy();
    expect(calls).toHaveLength(3);
  });

  it('shows a fault that only the server finds at its field', async () => {
    standInForSite({ [ROUTE]: refusal(422, 'request.invalid', { errors: [{ pointer: '/subject', field: 'subject', detail: 'Subject contains characters that cannot be used' }] }) });
    await open();
    fill(GOOD);
    await send();
    expect(errorOf('Subject')).toContain('Subject contains characters that cannot be used');
  });
});
