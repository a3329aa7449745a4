import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { HmacLinkTokens } from './link-tokens.codec.ts';

const id = idFromBytes('nextDate', new Uint8Array(17));
const other = idFromBytes('nextDate', new Uint8Array(17).fill(1));
const [before, rotated, after] = [new HmacLinkTokens(['old']), new HmacLinkTokens(['new', 'old']), new HmacLinkTokens(['new'])];

describe('a link of a next-date mail', () => {
  it('does what it was made for, for its own sign-up', () => {
    const [confirming, leaving] = [before.confirming(id, 'nonce'), before.leaving(id)];
    expect([before.signUpOf(confirming), before.signUpOf(leaving), before.signUpOf('junk')]).toEqual([id, id, undefined]);
    expect([before.confirms(confirming, id, 'nonce'), before.leaves(leaving, id)]).toEqual([true, true]);
    expect([before.confirms(confirming, id, 'another'), before.confirms(leaving, id, 'nonce'), before.leaves(confirming, id)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([before.leaves(leaving, other), before.leaves(leaving.slice(0, -1), id), before.leaves('', id)]).toEqual([false, false, false]);
  });

  it('B9-625 works on after the key has changed, and no longer once its key was taken out', () => {
    const [confirming, leaving] = [before.confirming(id, 'nonce'), before.leaving(id)];
    expect([rotated.confirms(confirming, id, 'nonce'), rotated.leaves(leaving, id)]).toEqual([true, true]);
    expect([after.confirms(confirming, id, 'nonce'), after.leaves(leaving, id)]).toEqual([false, false]);
    expect([rotated.confirming(id, 'nonce'), rotated.leaving(id)]).toEqual([after.confirming(id, 'nonce'), after.leaving(id)]);
  });
});
