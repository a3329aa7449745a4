/** The five artists' instruments, each with the number of lobes that is its figure. */
export const TROUPE = [
  { instrument: 'Violin', blurb: 'One long bow, and the room holds its breath.', lobes: 3 },
  { instrument: 'Keyboard', blurb: 'A ground of slow chords to rest on.', lobes: 8 },
  { instrument: 'Mridangam', blurb: 'A pulse as near as your own.', lobes: 5 },
  { instrument: 'Tabla', blurb: 'Two drums that speak in whispers.', lobes: 6 },
  { instrument: 'Flute', blurb: 'Breath, turned into a line of light.', lobes: 11 },
] as const;
