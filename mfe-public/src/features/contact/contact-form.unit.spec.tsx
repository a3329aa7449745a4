import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EMAILS, TEXTS } from '@concert/test-kit/typed';
import { act, fireEvent, screen } from '@testing-library/react';
import { notifyRoutes } from '@concert/contracts/notify/http';
import type { AnswerOf } from '@concert/contracts/core/route';
import { advance, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { ContactForm } from './contact-form.tsx';

const TAKEN: AnswerOf<typeof notifyRoutes.sendContactMessage> = { id: `ct_${'0'.repeat(26)}`, receivedAt: '2027-01-01T00:00:00.000Z' };

beforeEach(() => void jest.useFakeTimers());

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
  return described
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
};

describe('S1-05 S2-50 S2-127 S3-05 the contact form', () => {
  it('S5-07 S5-08 S5-10 S5-11 S2-128 says of each empty field what is missing, under that field', async () => {
    const { calls } = standInForSite(notifyRoutes);
    await open();
    await send();
    expect(errorOf('Name')).toContain('Name is required');
    expect(errorOf('Email')).toContain('Email is required');
    expect(errorOf('Subject')).toContain('Subject is required');
    expect(errorOf('Message')).toContain('Message is required');
    expect(errorOf('Name')).not.toContain('Subject');
    expect(calls).toEqual([]);
  });

  it.each([
    ['S5-07', 'Name', 120],
    ['S5-10', 'Subject', 200],
    ['S5-11', 'Message', 10_000],
  ] as const)('%s takes or refuses what is typed as %s as the service does', async (_, label, longest) => {
    await open();
    for (const [what, value, refusal, kept] of TEXTS) {
      if (typeof value !== 'string') continue;
      const why = refusal ?? (value.length > longest ? 'is too long' : undefined);
      const { calls } = standInForSite(notifyRoutes, { sendContactMessage: TAKEN });
      fill({ ...GOOD, [label]: value });
      await send();
      if (why !== undefined) expect([what, errorOf(label), calls]).toEqual([what, expect.stringContaining(`${label} ${why}`), []]);
      else {
        expect([what, calls]).toMatchObject([what, [{ body: { [label.toLowerCase()]: kept ?? value } }]]);
        fireEvent.click(screen.getByRole('button', { name: 'Write another message' }));
      }
    }
  });

  it('S5-08 S5-09 takes or refuses what is typed as email as the service does', async () => {
    await open();
    for (const [what, value, refusal] of EMAILS) {
      // A field of one line drops line breaks before anybody reads it.
      if (typeof value !== 'string' || /[\r\n]/.test(value)) continue;
      const { calls } = standInForSite(notifyRoutes, { sendContactMessage: TAKEN });
      fill({ ...GOOD, Email: value });
      await send();
      if (refusal !== undefined) expect([what, errorOf('Email'), calls]).toEqual([what, expect.stringContaining(refusal), []]);
      else {
        expect([what, calls]).toMatchObject([what, [{ body: { email: value } }]]);
        fireEvent.click(screen.getByRole('button', { name: 'Write another message' }));
      }
    }
  });

  it('S7-03 S7-04 S8-06 S2-129 S9-22 sends the message once; the success stands for 10 s and a confirmation stays', async () => {
    const { calls } = standInForSite(notifyRoutes, { sendContactMessage: TAKEN });
    await open();
    fill({ ...GOOD, Name: '  <img src=x onerror=alert(1)>  ' });
    await send();
    expect(calls).toMatchObject([
      {
        route: 'sendContactMessage',
        body: {
          name: '<img src=x onerror=alert(1)>',
          email: 'anne@example.org',
          subject: 'Seats',
          message: 'Are there seats without steps?',
        },
      },
    ]);
    expect(screen.getByText('Form submitted successfully!')).toBeTruthy();
    await advance(9_999);
    expect(screen.getByText('Form submitted successfully!')).toBeTruthy();
    await advance(1);
    expect(screen.queryByText('Form submitted successfully!')).toBeNull();
    expect(screen.getByText('We have your message')).toBeTruthy();
    // Its sender is mailed that it came, at most three times a day, and never what it says.
    expect(screen.getByText('The organisers have it and read every message. The answer will come to anne@example.org.')).toBeTruthy();
  });

  it('S8-05 says that it failed, keeps what was written, and sends the same message again', async () => {
    const { calls } = standInForSite(notifyRoutes, { sendContactMessage: ['unreachable', refusal('request.unavailable'), TAKEN] });
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
});
