/** How the refusal of a text ends that holds characters nobody types on purpose. */
export const UNUSABLE = 'contains characters that cannot be used';

/** Texts as they are typed or sent: what it is, the value, how its refusal ends (nothing where it is taken), and how it is kept where that differs. */
export const TEXTS: readonly (readonly [name: string, value: unknown, refusal: string | undefined, kept?: string])[] = [
  ['nothing', '', 'is required'], ['a space', ' ', 'is required'], ['a hard space', '\u00a0', 'is required'], ['an ideographic space', '\u3000', 'is required'], ['null', null, 'is required'], ['a number', 7, 'is required'],
  ['a list', ['x'], 'is required'], ['an object', { $gt: '' }, 'is required'], ['true', true, 'is required'],
  ['10,001 characters', 'x'.repeat(10_001), 'is too long'], ['a null character', 'a\u0000b', UNUSABLE], ['a right-to-left override', '\u202Egnp.exe', UNUSABLE], ['isolates', '\u2066x\u2069', UNUSABLE],
  ['a pile of marks', `a${'\u0301'.repeat(50)}`, UNUSABLE], ['a lone surrogate', '\uD800', UNUSABLE], ['a vertical tab', 'a\u000bb', UNUSABLE],
  ['a byte-order mark before', '\uFEFFAnna', undefined, 'Anna'], ['a Roman numeral sign', '\u2167', undefined], ['an Arabic name', 'محمد', undefined], ['one Chinese character', '王', undefined], ['Anne-Marie', 'Anne-Marie', undefined],
  ['undefined as a word', 'undefined', undefined], ['NaN as a word', 'NaN', undefined], ['true as a word', 'true', undefined], ['an image tag', '<img src=x onerror=alert(1)>', undefined], ['an svg tag', '<svg/onload=alert(1)>', undefined],
  ['a template', '${7*7}', undefined], ['a quote', "';--", undefined], ['an always true', '" or ""="', undefined], ['a formula', '=1+1', undefined], ['a script address', 'javascript:alert(1)', undefined], ['entities', '&lt;b&gt;', undefined],
  ['a path', '../../x', undefined], ['5,000 letters', `${'a'.repeat(5_000)}!`, undefined], ['spaces around', '  Anna  ', undefined, 'Anna'],
];
/** Addresses as they are typed or sent, with the detail of their refusal, or nothing where they are taken. */
export const EMAILS: readonly (readonly [name: string, value: unknown, refusal: string | undefined])[] = [
  ...['@', '@b.co', 'a@b', 'a b@c.co', 'a@@b.co', 'a@b@c.co', 'a.@b.co', 'a@.b.co', 'a@b..co', 'a@-b.co', 'a@b_c.co', 'a@[127.0.0.1]', 'a@localhost', '"a\\"b"@c.co', 'ａ@b.co', 'аdmin@b.co', 'a@b.co\n', 'a@b.co\r\nBcc: x@y.zz',
    'a@b.co,c@d.co', 'a@b.co;c@d.co', 'Anna <a@b.co>', `${'a'.repeat(65)}@b.co`, `a@${'b.'.repeat(126)}co`, '%00a@b.co\u0000'].map((value) => [JSON.stringify(value).slice(0, 40), value, 'Email is invalid'] as const),
  ['nothing', '', 'Email is required'], ['a space', ' ', 'Email is required'], ['a list', ['a@b.co'], 'Email is required'], ['null', null, 'Email is required'], ['0', 0, 'Email is required'],
  ...["a+tag@b.co", "a'or'1@b.co", 'a@b.museum', 'a@xn--bcher-kva.example'].map((value) => [value, value, undefined] as const),
];
