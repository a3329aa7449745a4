import { describe, expect, it } from '@jest/globals';
import { parseFormFields } from './form-fields.ts';

const plain = (encoded: string): unknown => JSON.parse(JSON.stringify(parseFormFields(encoded)));

describe('parseFormFields', () => {
  it('reads nested names and lists', () => {
    expect(plain('line_items[0][price_data][currency]=usd&line_items[0][quantity]=2&expand[0]=a&expand[1]=b&mode=payment')).toEqual({
      line_items: [{ price_data: { currency: 'usd' }, quantity: '2' }],
      expand: ['a', 'b'],
      mode: 'payment',
    });
  });

  it('reads lists written without numbers', () => {
    expect(plain('types[]=a&types[]=b')).toEqual({ types: ['a', 'b'] });
  });

  it('takes a field named like a prototype as only a name', () => {
    parseFormFields('__proto__[polluted]=yes&constructor[prototype][polluted]=yes');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
