import { ringFigure, ringPath } from '@concert/design-system/rings.ts';
import { arm, body, hand, head, legs, OUTLINE, type Person } from './seated-figure.ts';
import { aura, circles, DEEP, drawn, frame, line, NIGHT, PAPER, solid, tenth, WARM } from './strokes.ts';

/*
 * The five artists, each seated with the instrument: a few flat shapes with a warm line around them, before the rings of
 * what they play. A portrait is 400 wide and 500 high; a person sits in its middle, the shoulders at 228.
 */

function violin(): string {
  const mira: Person = { skin: '#b97850', hair: '#0b0b1a', cloth: '#7c2c4b', fold: '#e88aa3' };
  const wood = ringFigure({ lobes: 2, rings: 6, reach: 92, bend: 0.36, turn: 0 }).map((ring) => ({ ...ring, turn: Math.PI / 2 }));
  const place = { x: 0, y: 0 };
  // The scroll rests on the foot, as one plays sitting on the floor.
  const instrument =
    `<g data-part="violin" transform="translate(206 292) rotate(208) scale(.62)">` +
    `<g transform="scale(1.2 1.36)"><path d="${ringPath(wood.at(-1)!, place)}" fill="#5a2a1c" stroke="none"/>${drawn(wood, place, { width: 2.4 })}</g>` +
    solid('M-9-108V-250q0-12 9-12t9 12v142z', NIGHT, 3) +
    line('M0-262c-14-2-16-22 0-22 10 0 12 12 3 13', { width: 3 }) +
    line('M-15-236h30M-15-218h30', { width: 4 }) +
    [-5.4, -1.8, 1.8, 5.4].map((x) => line(`M${x}-246V88`, { width: 1.4, colour: PAPER })).join('') +
    line('M-24 34q24-10 48 0', { width: 5 }) +
    line('M-44-14c-10 12 8 26 2 42M44-14c10 12-8 26-2 42', { width: 3 }) +
    `</g>`;
  return frame(
    400,
    500,
    aura(3) +
      circles(206, 292, 8, 70, 20, { width: 1.2, from: 0.5, to: 0.05 }) +
      body(mira, 'M160 226C180 276 214 330 262 360M150 250C168 300 200 352 246 384') +
      legs(mira) +
      head(
        mira,
        { x: 200, y: 156 },
        {
          lean: 8,
          back: 'M-34-8C-42 20-40 60-46 96C-36 106-22 100-20 88C-14 50-10 20-10 0Z',
          front: 'M-33 0C-38-40-18-52 0-52S38-40 33 0C30-22 14-34 0-38C-14-34-30-22-33 0Z',
          extra:
            `<circle cy="-19" r="2.6" fill="#e0566f"/>` +
            circles(-31, 12, 1, 3.4, 1, { width: 1.6, from: 1, to: 1 }) +
            circles(31, 12, 1, 3.4, 1, { width: 1.6, from: 1, to: 1 }),
        },
      ) +
      arm(mira, { x: 250, y: 246 }, { x: 284, y: 346 }, { x: 176, y: 366 }) +
      instrument +
      hand(mira, { x: 170, y: 366 }, 170) +
      line('M72 252L318 352', { width: 3 }) +
      line('M76 260L316 358', { width: 1, colour: PAPER }) +
      arm(mira, { x: 150, y: 246 }, { x: 92, y: 322 }, { x: 92, y: 264 }) +
      hand(mira, { x: 92, y: 260 }, 10),
    'A violinist among rings of sound',
  );
}

function keyboard(): string {
  const jonas: Person = { skin: '#c48a62', hair: '#3a2a3c', cloth: '#3d3a86', fold: '#9d98d8' };
  const white = Array.from(
    { length: 10 },
    (_, index) =>
      `<rect x="${tenth(30 + index * 34)}" y="352" width="34" height="76" rx="4" fill="${index === 2 || index === 4 || index === 7 ? '#f0d9ac' : PAPER}" stroke="${NIGHT}" stroke-width="2"/>`,
  ).join('');
  const black = [0, 1, 3, 4, 5, 7, 8]
    .map((index) => `<rect x="${53 + index * 34}" y="384" width="22" height="46" rx="3" fill="${DEEP}"/>`)
    .join('');
  return frame(
    400,
    500,
    aura(8, 200, 300) +
      [115, 183, 285].map((x, index) => circles(x, 352, 6 + index, 14, 18, { width: 1.2, from: 0.55, to: 0.05 })).join('') +
      solid('M136 268C134 228 162 216 184 206L200 226L216 206C238 216 266 228 264 268L272 400H128Z', jonas.cloth, OUTLINE) +
      line('M184 206L200 250L216 206M200 250V340', { width: 1.5, colour: jonas.fold }) +
      head(
        jonas,
        { x: 200, y: 150 },
        {
          lean: -6,
          beard: true,
          front: 'M-33 2C-40-40-22-56 4-55C30-54 40-36 33 2C31-14 26-24 20-30C4-24-18-26-24-32C-30-22-32-12-33 2Z',
          extra:
            circles(-13, 0, 1, 10, 1, { width: 1.5, from: 1, to: 1 }) +
            circles(13, 0, 1, 10, 1, { width: 1.5, from: 1, to: 1 }) +
            line('M-3-1h6', { width: 1.5 }),
        },
      ) +
      `<g data-part="keyboard"><rect x="18" y="344" width="364" height="118" rx="12" fill="${DEEP}" stroke="${WARM}" stroke-width="2.4"/>` +
      white +
      black +
      line('M40 446H180', { width: 1.6 }) +
      [300, 322, 344].map((x) => `<circle cx="${x}" cy="446" r="4" fill="none" stroke="${WARM}" stroke-width="1.6"/>`).join('') +
      `</g>` +
      arm(jonas, { x: 150, y: 250 }, { x: 92, y: 312 }, { x: 122, y: 358 }) +
      arm(jonas, { x: 250, y: 250 }, { x: 308, y: 312 }, { x: 278, y: 358 }) +
      hand(jonas, { x: 124, y: 366 }, 80) +
      hand(jonas, { x: 276, y: 366 }, 100),
    'A keyboard player among rings of sound',
  );
}

function mridangam(): string {
  const kavin: Person = { skin: '#8a5238', hair: '#0b0b1a', cloth: '#d8b27a', fold: '#8a5a1c' };
  const straps = Array.from({ length: 8 }, (_, index) => {
    const y = -70 + index * 20;
    return line(`M-112 ${tenth(y * 0.66)}Q0 ${tenth(y * 1.3)} 112 ${tenth(y * 0.8)}`, { width: 1.3 });
  }).join('');
  const drum =
    `<g data-part="mridangam" transform="translate(200 366) rotate(-4) scale(.92)">` +
    solid('M-112-52Q0-112 112-62V62Q0 112-112 52Z', '#4a2118', 2.6) +
    straps +
    line('M-40-80Q-50 0-40 80M40-82Q50 0 40 82', { width: 4 }) +
    `<g transform="translate(112 0) scale(.42 1)"><circle r="64" fill="${PAPER}" stroke="${WARM}" stroke-width="5"/>${circles(0, 0, 4, 30, 9, { width: 2, colour: '#8a5a1c', from: 0.5, to: 1 })}<circle r="26" fill="${NIGHT}"/></g>` +
    `<g transform="translate(-112 0) scale(.36 1)"><circle r="54" fill="#c9b48c" stroke="${WARM}" stroke-width="5"/>${circles(0, 0, 2, 34, 10, { width: 2, colour: '#8a5a1c', from: 0.5, to: 1 })}</g>` +
    `</g>`;
  return frame(
    400,
    500,
    aura(5) +
      circles(318, 366, 7, 70, 20, { width: 1.2, from: 0.5, to: 0.05 }) +
      solid(
        'M138 262C136 228 164 216 186 206Q200 218 214 206C236 216 264 228 262 262C258 300 254 336 262 392H138C146 336 142 300 138 262Z',
        kavin.skin,
        OUTLINE,
      ) +
      solid('M208 208L214 206C222 209 229 213 235 217C228 290 186 350 150 392H138L142 340C178 310 204 262 208 208Z', kavin.cloth, OUTLINE) +
      line('M220 210C212 286 178 340 144 374M228 214C220 290 184 350 150 384', { width: 1.3, colour: kavin.fold }) +
      legs({ ...kavin, cloth: PAPER }) +
      head(
        kavin,
        { x: 200, y: 154 },
        {
          lean: 5,
          front: 'M-33-6C-38-42-20-54 0-54S38-42 33-6C30-26 16-36 0-36S-30-26-33-6Z',
          back: 'M-8-50C-14-68 14-68 8-50Z',
          extra:
            line('M-10-27h20M-8-23h16', { width: 1.6, colour: PAPER }) +
            line('M-14 18Q-7 13 0 17Q7 13 14 18', { width: 3, colour: '#0b0b1a' }),
        },
      ) +
      drum +
      arm({ ...kavin, cloth: kavin.skin }, { x: 150, y: 246 }, { x: 84, y: 300 }, { x: 88, y: 356 }) +
      arm({ ...kavin, cloth: kavin.skin }, { x: 252, y: 246 }, { x: 326, y: 292 }, { x: 312, y: 344 }) +
      hand(kavin, { x: 92, y: 366 }, 70) +
      hand(kavin, { x: 308, y: 352 }, 110),
    'A mridangam player among rings of sound',
  );
}

function tabla(): string {
  const ishan: Person = { skin: '#a5673f', hair: '#14101c', cloth: '#1f5a5c', fold: '#7fd0c4' };
  const drum = (x: number, y: number, half: number, height: number, spot: number, wood: string) =>
    solid(
      `M${x - half} ${y}C${x - half - 18} ${y + height * 0.55} ${x - half + 14} ${y + height} ${x} ${y + height}S${x + half + 18} ${y + height * 0.55} ${x + half} ${y}Z`,
      wood,
      2.6,
    ) +
    Array.from({ length: 7 }, (_, index) => {
      const part = -1 + index / 3;
      return line(
        `M${tenth(x + part * half)} ${y + 14}Q${tenth(x + part * (half + 12))} ${tenth(y + height * 0.55)} ${tenth(x + part * half * 0.55)} ${tenth(y + height * 0.92)}`,
        { width: 1.3 },
      );
    }).join('') +
    `<g transform="translate(${x} ${y}) scale(1 .34)"><circle r="${half}" fill="${PAPER}" stroke="${WARM}" stroke-width="5"/>${circles(0, 0, 3, spot + 8, (half - spot - 12) / 3, { width: 2, colour: '#8a5a1c', from: 0.4, to: 1 })}<circle cx="${tenth(spot / 3)}" r="${spot}" fill="${NIGHT}"/></g>`;
  return frame(
    400,
    500,
    aura(6) +
      [124, 268]
        .map((x) =>
          circles(x, 366, 7, 64, 20, {
            width: 1.2,
            from: 0.5,
            to: 0.05,
            extra: ` transform="translate(0 ${tenth(366 * 0.5)}) scale(1 .5)"`,
          }),
        )
        .join('') +
      body(ishan, 'M200 214V330M186 206L200 262L214 206M150 300C152 330 148 356 140 380M250 300C248 330 252 356 260 380') +
      legs(ishan) +
      head(
        ishan,
        { x: 200, y: 152 },
        {
          lean: -9,
          front: 'M-34 6C-44-36-26-58 2-57C32-56 42-34 34 6C34-8 30-20 24-28C10-18-14-20-26-30C-31-20-33-8-34 6Z',
          extra: line('M-6 32Q0 35 6 32', { width: 3, colour: '#14101c' }),
        },
      ) +
      `<g data-part="tabla">${drum(272, 372, 66, 100, 20, '#5a2a1c')}${drum(122, 384, 50, 92, 18, '#6a5a52')}</g>` +
      arm(ishan, { x: 150, y: 246 }, { x: 92, y: 318 }, { x: 118, y: 366 }) +
      arm(ishan, { x: 250, y: 246 }, { x: 316, y: 310 }, { x: 282, y: 356 }) +
      hand(ishan, { x: 120, y: 374 }, 78) +
      hand(ishan, { x: 276, y: 362 }, 116),
    'A tabla player among rings of sound',
  );
}

function flute(): string {
  const tara: Person = { skin: '#c28559', hair: '#120d1a', cloth: '#8f2f3c', fold: WARM };
  const bamboo =
    `<g data-part="flute" transform="translate(198 192) rotate(172)">` +
    `<rect x="-26" y="-8" width="214" height="16" rx="8" fill="#d9a35c" stroke="${NIGHT}" stroke-width="2"/>` +
    `<ellipse cx="-8" cy="3" rx="5" ry="3" fill="${NIGHT}"/>` +
    line('M-20-8v16M18-8v16M150-8v16M156-8v16', { width: 1.8, colour: '#6a3a14' }) +
    [52, 70, 88, 112, 130, 144].map((x) => `<circle cx="${x}" cy="1" r="3" fill="${NIGHT}"/>`).join('') +
    `</g>`;
  return frame(
    400,
    500,
    aura(11, 186, 190) +
      circles(196, 190, 9, 60, 20, { width: 1.3, from: 0.6, to: 0.05 }) +
      body(tara, 'M240 222C220 280 180 340 136 372M252 236C236 296 196 352 156 386') +
      legs(tara) +
      head(
        tara,
        { x: 206, y: 156 },
        {
          lean: -7,
          mouth: 'M-5 22Q0 25 5 22',
          back: 'M30-20C52 10 46 60 58 104C50 112 34 106 30 92C24 60 10 20 10-10Z',
          front: 'M-33 0C-38-40-18-52 0-52S38-40 33 0C28-24 12-34-6-38C-20-32-30-20-33 0Z',
          extra: circles(31, 12, 1, 3.4, 1, { width: 1.6, from: 1, to: 1 }) + `<circle cy="-19" r="2.4" fill="#e0566f"/>`,
        },
      ) +
      bamboo +
      arm(tara, { x: 150, y: 248 }, { x: 66, y: 286 }, { x: 80, y: 224 }) +
      hand(tara, { x: 82, y: 214 }, 250) +
      arm(tara, { x: 250, y: 248 }, { x: 242, y: 316 }, { x: 152, y: 216 }) +
      hand(tara, { x: 146, y: 206 }, 220),
    'A flute player among rings of sound',
  );
}

/** The artists' portraits by the name of their files. */
export const PORTRAITS: Readonly<Record<string, () => string>> = { violin, keyboard, mridangam, tabla, flute };
