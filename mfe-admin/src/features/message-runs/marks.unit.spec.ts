import { expect, it } from '@jest/globals';
import { withMark } from './marks.ts';

it('B5-552 makes what is selected bold, or a link whose address is typed next', () => {
  const text = 'The north door.';
  const selected = (mark: Parameters<typeof withMark>[0], from: number, to: number) => {
    const after = withMark(mark, { text, from, to });
    return [after.text, after.text.slice(after.from, after.to)];
  };
  expect(selected('bold', 4, 9)).toEqual(['The **north** door.', 'north']);
  expect(selected('bold', 15, 15)).toEqual(['The north door.**bold words**', 'bold words']);
  expect(selected('link', 4, 14)).toEqual(['The [north door](https://).', 'https://']);
});
