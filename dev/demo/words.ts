/** What visitors write to the organisers. */
export const MESSAGES: readonly { readonly subject: string; readonly message: string }[] = [
  {
    subject: 'Wheelchair places',
    message: 'My mother uses a wheelchair.\nIs there a place for her beside my seat, and a lift from the street?',
  },
  { subject: 'Photographs', message: 'May I take photographs during the first piece, without flash?' },
  {
    subject: 'Children',
    message: 'Our daughter is nine and plays the cello. Is the evening suitable for her, and does she need a ticket?',
  },
  {
    subject: 'Merci pour l’an dernier',
    message: 'Nous étions là l’année dernière et nous revenons à six. Y a-t-il un endroit pour laisser les manteaux ?',
  },
  { subject: 'Group of twenty', message: 'We are a yoga class of twenty. Can we sit together if we book four times?' },
  { subject: 'Parken', message: 'Gibt es in der Nähe einen Parkplatz, der nach Mitternacht noch offen ist?' },
  { subject: 'Where is my mail?', message: 'I paid ten minutes ago and have no tickets yet. It may be that I mistyped my address.' },
  { subject: 'Volunteering', message: 'I could help at the doors from five o’clock on. Whom do I ask?' },
  { subject: '¿Habrá otra fecha?', message: 'No puedo ir ese día. Si hay otra fecha, me encantaría saberlo.' },
];
