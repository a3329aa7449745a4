import { expect, it } from '@jest/globals';
import { MAIL_KINDS } from '@concert/contracts/notify/http';
import { GALLERY, galleryMails } from './mail-gallery.harness.ts';

it('B2-563 the gallery has every kind of mail, whole, with its pictures and as text', async () => {
  expect(Object.keys(GALLERY).sort()).toEqual([...MAIL_KINDS].sort());
  const mails = await galleryMails();
  expect(new Set(mails.map(({ name }) => name.split('.')[0]))).toEqual(new Set(MAIL_KINDS));
  expect(new Set(mails.map(({ name }) => name)).size).toBe(mails.length);
  for (const { html, bare, text, subject } of mails) {
    expect(html).toContain('src="data:image/png;base64,');
    expect(html).not.toContain('cid:');
    expect(bare).toContain('cid:');
    expect(text.length).toBeGreaterThan(100);
    expect(subject).not.toBe('');
  }
});
