import { describe, expect, it } from '@jest/globals';
import type { BookingId, TicketId } from '@concert/contracts/core/ids';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { TicketSigner } from './ed25519-ticket-signer.ts';

/** The name that a signer's key has in what it signs. */
const keyIdOf = (one: TicketSigner) => one.publicKeys[0]!.id;
const newKey = () => makeKeyPair().privateKey;

const key = newKey();
const signer = new TicketSigner([key]);
const ticket = 'tk_0123456789abcdefghjk' as TicketId;
const booking = { id: 'bk_0123456789abcdefghjk000000' as BookingId };

describe('a ticket code', () => {
  const code = signer.ticketCode(ticket);
  const flipped = (index: number) => code.slice(0, index) + String.fromCharCode(code.charCodeAt(index) ^ 1) + code.slice(index + 1);
  it('names its ticket and is the same every time', () => {
    expect(signer.ticketOf(code)).toBe(ticket);
    expect(signer.ticketCode(ticket)).toBe(code);
  });
  it.each([
    ['one character of the ticket changed', code.replace('0123', '0124')],
    ['one bit of the payload flipped', flipped(10)],
    ['one bit of the signature flipped', flipped(60)],
    ['one character of the signature changed', code.slice(0, -3) + (code.at(-3) === 'A' ? 'B' : 'A') + code.slice(-2)],
    ['spare bits of the last character set', code.slice(0, -1) + String.fromCharCode(code.charCodeAt(code.length - 1) + 1)],
    ['upper case', code.toUpperCase()],
    [
      'its case swapped',
      [...code].map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())).join(''),
    ],
    ['another version', code.replace('T1', 'T2')],
    ['an unknown key', code.replace(`.${keyIdOf(signer)}.`, keyIdOf(signer) === '0000' ? '.0001.' : '.0000.')],
    ['a space inside', `${code.slice(0, 9)} ${code.slice(9)}`],
    ['spaces around', ` ${code} `],
    ['a line break at the end', `${code}\n`],
    ['look-alike letters', code.replace('T1', '\u04221').replace('0123', 'o123')],
    ['two codes glued', code + code],
    ['extra bytes', `${code}.x`],
    ['a zero byte', `${code}\u0000`],
    ['a huge length', `${code}${'A'.repeat(5_000_000)}`],
    ['no signature', code.split('.').slice(0, 3).join('.')],
    ['padding', `${code}==`],
    ['a capability', signer.capability(booking)],
    ['a link', `https://concert.example/get-details?ref=${booking.id}`],
    ['nothing', ''],
  ])('is refused with %s', (_, forged) => {
    expect(signer.ticketOf(forged)).toBeUndefined();
  });
  it('is refused when another key signed it', () => {
    expect(new TicketSigner([newKey()]).ticketOf(code)).toBeUndefined();
  });
});

describe('a booking link', () => {
  it('opens its booking and no other', () => {
    expect(signer.opens(booking, signer.capability(booking))).toBe(true);
    expect(signer.opens({ id: 'bk_0123456789abcdefghjm000000' as BookingId }, signer.capability(booking))).toBe(false);
    expect(signer.opens(booking, '')).toBe(false);
    for (const forged of [
      signer.capability(booking).slice(0, -1),
      `${signer.capability(booking)}.x`,
      signer.capability(booking).replace(/.{5}$/, (end) => String.fromCharCode(end.charCodeAt(0) ^ 1) + end.slice(1)),
      signer.ticketCode(ticket),
      'C1',
      'C1..',
    ])
      expect(signer.opens(booking, forged)).toBe(false);
  });
});

describe('a generation of a link', () => {
  it('B9-549 ends the link before it, and begins with the first tickets', () => {
    const [first, second, third] = [booking, { ...booking, linkGeneration: 1 }, { ...booking, linkGeneration: 2 }].map((linked) => ({
      linked,
      ref2: signer.capability(linked),
    }));
    for (const one of [first!, second!, third!])
      for (const other of [first!, second!, third!])
        expect([one, other, signer.opens(one.linked, other.ref2)]).toEqual([one, other, one === other]);
    // No id and generation can be read as those of another.
    expect(signer.opens({ id: `${booking.id}.1` as BookingId }, second!.ref2)).toBe(false);
  });
});

describe('keys of tickets', () => {
  /** In the three steps of a rotation: the new key waits, signs, is alone. */
  const after = newKey();
  const [waiting, rotated, alone] = [new TicketSigner([key, after]), new TicketSigner([after, key]), new TicketSigner([after])];

  it('B9-624 can change: what was sold and mailed before stays good, and what comes after is good for processes that have not changed yet', () => {
    for (const [maker, checker] of [
      [signer, waiting],
      [waiting, signer],
      [waiting, rotated],
      [rotated, waiting],
      [signer, rotated],
      [rotated, alone],
      [alone, rotated],
    ] as const) {
      expect(checker.ticketOf(maker.ticketCode(ticket))).toBe(ticket);
      expect(checker.opens(booking, maker.capability(booking))).toBe(true);
    }
    expect([waiting, rotated].map(keyIdOf)).toEqual([keyIdOf(signer), keyIdOf(alone)]);
    expect(rotated.ticketCode(ticket).split('.')[1]).toBe(keyIdOf(alone));
  });

  it('B9-624 are accepted by their own name only, and no longer once they are taken out', () => {
    const code = signer.ticketCode(ticket);
    const [oldId, newId] = [keyIdOf(signer), keyIdOf(alone)];
    expect(rotated.ticketOf(code.replace(`.${oldId}.`, `.${newId}.`))).toBeUndefined();
    expect(rotated.opens(booking, signer.capability(booking).replace(`.${oldId}.`, `.${newId}.`))).toBe(false);
    expect([alone.ticketOf(code), alone.opens(booking, signer.capability(booking))]).toEqual([undefined, false]);
    expect([rotated.knows(oldId), rotated.knows(newId), alone.knows(oldId), alone.knows(undefined)]).toEqual([true, true, false, false]);
    expect(rotated.publicKeys).toEqual([...alone.publicKeys, ...signer.publicKeys]);
  });
});
