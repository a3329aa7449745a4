import { describe, expect, it } from '@jest/globals';
import { mailBodyOf, stylesWhen, type MailNode } from './mail-html.ts';

const page = (inner: string) => `<!doctype html><html><head><style>
.ink { color: #000; }
@media (max-width: 480px) {
  .edge { padding-left: 20px !important; }
  .button a { display: block !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background-color: #10101f !important; }
  .act-text { color: #1b1a2e !important; }
}
[data-ogsc] .ink { color: #f2ebdd !important; }
</style></head><body class="ground" style="margin:0">${inner}</body></html>`;

/** What is shown, as indented words. */
const outline = (node: MailNode): string => (typeof node === 'string' ? node : `${node.tag}(${node.children.map(outline).join('')})`);

describe('a mail of ours, read for its preview', () => {
  it('keeps elements, classes, styles and words', () => {
    const body = mailBodyOf(
      page('<table width="100%"><tr><td align="center" class="edge title" style="color:#fff">A &amp; B&#8239;<br>C</td></tr></table>'),
    );
    expect([body.tag, body.classes, body.style]).toEqual(['body', ['ground'], 'margin:0']);
    expect(outline(body)).toBe('body(table(tr(td(A & B\u202fbr()C))))');
    const [table] = body.children;
    expect(table).toMatchObject({
      width: '100%',
      children: [{ children: [{ classes: ['edge', 'title'], align: 'center', style: 'color:#fff' }] }],
    });
  });

  it('shows words that look like HTML as words', () => {
    expect(outline(mailBodyOf(page('<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;</p>')))).toBe(
      'body(p(<script>alert(1)</script> &lt;))',
    );
  });

  it('leaves out what it does not know, keeps its words, and stands what is never closed', () => {
    expect(outline(mailBodyOf(page('<script>x</script><img src="cid:rings" alt=""><iframe src="/x">in</iframe><p>open<b>both')))).toBe(
      'body(xinp(openb(both)))',
    );
    expect(outline(mailBodyOf(page('</td></p>after')))).toBe('body(after)');
    expect(outline(mailBodyOf('nothing'))).toBe('body()');
  });

  it('B6-543 shows the pictures that it carries, with their words, and fetches none', () => {
    const given = ['data:image/png;base64,iVBORw==', 'cid:rings', 'https://example.org/seen.png', 'data:image/svg+xml;base64,PHN2Zy8+'];
    const { children } = mailBodyOf(page(given.map((src) => `<img src="${src}" alt="A code">`).join('')));
    expect(children).toMatchObject([{ tag: 'img', src: given[0], alt: 'A code' }]);
  });

  it('finds what the dark and a narrow window give its classes', () => {
    expect([...stylesWhen('prefers-color-scheme: dark', page(''))]).toEqual([
      ['ground', 'background-color: #10101f !important;'],
      ['act-text', 'color: #1b1a2e !important;'],
    ]);
    expect([...stylesWhen('max-width: 480px', page(''))]).toEqual([['edge', 'padding-left: 20px !important;']]);
    expect(stylesWhen('max-width: 480px', '<body></body>').size).toBe(0);
  });
});
