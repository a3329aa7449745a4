import { describe, expect, it } from '@jest/globals';
import { canFillIn, fillIn, placeholderConcert } from './prerendered.ts';

const concert = {
  ...placeholderConcert('open'),
  startsAt: '2027-01-16T23:00:00.000Z',
  timeZone: 'America/Chicago',
  venue: { name: 'Hall <of> "Rings"', address: 'mail@stand-in.invalid' },
  supportEmail: 'ask@music.example',
  supportPhone: '(555) 987-6543',
  siteUrl: 'https://music.example/',
};

describe('a page drawn with the stand-in', () => {
  it('carries the real values after it is filled in, as text and nothing else', () => {
    const drawn =
      '<time datetime="2001-01-01T00:00:00.000Z">Monday, January 1, 2001, 12 AM UTC</time><a href="tel:+10000000001">(000) 000-0001</a><a href="mailto:mail@stand-in.invalid">mail@stand-in.invalid</a><a href="https://site.stand-in.invalid">site.stand-in.invalid</a><p>VENUE-STAND-IN, ADDRESS-STAND-IN</p>';
    expect(fillIn(drawn, concert)).toBe(
      '<time datetime="2027-01-16T23:00:00.000Z">Saturday, January 16, 2027, 5 PM CST</time><a href="tel:+15559876543">(555) 987-6543</a><a href="mailto:ask@music.example">ask@music.example</a><a href="https://music.example/">music.example</a><p>Hall &lt;of&gt; &quot;Rings&quot;, mail@stand-in.invalid</p>',
    );
  });

  it('B3-531 says of the evening and its venue what was told, and nothing of what was not', () => {
    const drawn =
      '<dl><div class="a" data-optional="parking"><dt>Parking</dt><dd>NOTE-parking-STAND-IN</dd></div><div data-optional="light"><dt>Light</dt><dd>NOTE-light-STAND-IN</dd></div><div data-optional="interval"><dd>131 hours 47 minutes</dd></div></dl><ul><li>General<span data-optional="soldOut General Seating">Sold out</span></li><li>VIP<span data-optional="soldOut VIP Seating">Sold out</span></li></ul><p data-optional="accessibleSeats">Seats</p><a data-optional="mapUrl" href="https://map.stand-in.invalid">Map</a>131 hours 59 minutes';
    const categories = placeholderConcert('open').categories.map(({ accessible: _accessible, ...category }, at) => ({
      ...category,
      left: at,
    }));
    const notes = { parking: 'In <the> yard', intervalMinutes: 0, mapUrl: 'https://map.example/?q=1&z=2' };
    expect(fillIn(drawn, { ...concert, lengthMinutes: 61, notes, categories })).toBe(
      '<dl><div class="a" data-optional="parking"><dt>Parking</dt><dd>In &lt;the&gt; yard</dd></div><div data-optional="interval"><dd>No interval</dd></div></dl><ul><li>General<span data-optional="soldOut General Seating">Sold out</span></li><li>VIP</li></ul><a data-optional="mapUrl" href="https://map.example/?q=1&amp;z=2">Map</a>1 hour 1 minute',
    );
  });

  it('B4-529 says what each category costs now, and for how many', () => {
    const drawn = '<b>$79,001.01</b> per ticket, up to 7873 <b>$79,001.04</b> for up to 7876 seats, about $10 a seat when you take 7876';
    const categories = placeholderConcert('open').categories.map((category) => ({ ...category, priceMinor: 3_150, maxTickets: 1 }));
    expect(fillIn(drawn, { ...concert, categories })).toBe('<b>$31.50</b> per ticket <b>$31.50</b> for 1 seat');
  });

  it('is not used for a concert that would be drawn in another shape', () => {
    expect(canFillIn(concert)).toBe(true);
    expect(canFillIn({ ...concert, siteUrl: 'javascript:alert(1)' })).toBe(false);
    expect(canFillIn({ ...concert, siteUrl: 'our site' })).toBe(false);
  });
});
