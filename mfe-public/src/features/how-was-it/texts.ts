/** The words of the two questions after the evening. */
export const howWasItTexts = {
  title: 'How was the evening?',
  rating: 'How was it for you?',
  ratings: { wonderful: 'Wonderful', good: 'Good', mixed: 'Mixed', poor: 'Not so good', bad: 'Bad' },
  words: 'What should be different?',
  nameless: 'Your answer is kept for a year, without your name. You can change it for a week with the same link.',
  submit: 'Send the answer',
  busy: 'Sending it',
  saved: 'Thank you for your answer',
  savedText: 'Until a week from your first answer you can change it here.',
  failed: 'Your answer was not kept',
} as const;
