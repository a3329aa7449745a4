const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** The words of accessible seats and needs on the reservation screen. */
export const texts = {
  access: {
    choose: 'One of us needs an accessible seat',
    left: (label: string, accessible: number, companions: number) =>
      `Left in ${label}: ${count(accessible, 'accessible seat')}${companions > 0 ? ` and ${count(companions, 'companion seat')}` : ''}. The price is the same, and no proof is needed.`,
    none: (label: string) => `No accessible seat is left in ${label}.`,
    only: (label: string) =>
      `${label} has only accessible seats left. They are kept for people who need one: if one of you does, say so above.`,
    besides: (left: string, accessible: number) => `${left}, ${count(accessible, 'accessible seat')}`,
    companions: 'Companions by the accessible seat',
    companionsHint: 'At most 3. The others sit elsewhere in the category.',
    free: 'At most 3. The others sit elsewhere in the category. One companion pays nothing.',
  },
  needs: {
    title: 'Tell us what you need (optional)',
    text: 'Organisers read it, and helpers at the door see what is ticked. It is deleted 30 days after the evening.',
    ownWords: 'In your own words',
    ownWordsHint: 'Only organisers read this.',
  },
  summary: {
    accessible: 'Accessible seat',
    companions: (count: number) => (count === 0 ? 'no companion' : count === 1 ? 'with 1 companion' : `with ${count} companions`),
    freeCompanion: '1 companion',
    free: 'Free',
  },
};
