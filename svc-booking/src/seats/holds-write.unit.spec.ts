import { describe, expect, it } from '@jest/globals';
import { idSchema } from '@concert/contracts/core/ids';
import { holdsWrite } from './mongo-stock.repository.ts';
import type { Hold } from './stock.ts';

const hold = (mark: number, minute = 0): Hold => ({
  bookingId: idSchema('booking').parse(`bk_${String(mark).padStart(20, '0')}`),
  tickets: 2,
  endsAt: new Date(Date.UTC(2027, 0, 1, 20, minute)),
});
const [one, two, three] = [hold(1), hold(2), hold(3)];

describe('how holds are written', () => {
  it('says nothing of holds that stay', () => {
    expect(holdsWrite([one, two], [one, two])).toEqual({ update: {} });
  });

  it('adds what is new', () => {
    expect(holdsWrite([one], [one, two, three])).toEqual({ update: { $push: { holds: { $each: [two, three] } } } });
  });

  it('takes one out', () => {
    expect(holdsWrite([one, two, three], [one, three])).toEqual({ update: { $pull: { holds: { bookingId: two.bookingId } } } });
  });

  it('changes one in its place', () => {
    const longer = hold(2, 30);
    expect(holdsWrite([one, two, three], [one, longer, three])).toEqual({
      update: { $set: { 'holds.$[changed]': longer } },
      arrayFilters: [{ 'changed.bookingId': two.bookingId }],
    });
  });

  it('writes the whole list where more than that changed', () => {
    expect(holdsWrite([one, two], [three])).toEqual({ update: { $set: { holds: [three] } } });
    expect(holdsWrite([one, two], [two, three])).toEqual({ update: { $set: { holds: [two, three] } } });
    expect(holdsWrite([one, two, three], [three])).toEqual({ update: { $set: { holds: [three] } } });
  });
});
