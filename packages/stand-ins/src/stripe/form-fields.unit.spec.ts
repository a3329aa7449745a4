import { describe, expect, it } from '@jest/globals';
import { parseFormFields } from './form-fields.ts';

describe('parseFormFields', () => {
  it('takes a field named like a prototype as only a name', () => {
    parseFormFields('__proto__[polluted]=yes&constructor[prototype][polluted]=yes');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
