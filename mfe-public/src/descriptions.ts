/** What search engines and shared links show for each public page. */
export const descriptions = {
  home: 'A healing and meditation music concert: violin, keyboard, mridangam, tabla and flute. Read, listen, and reserve your seat.',
  composer:
    'Nilan Vasudev, who writes the music of the Music for Meditation Concert: his life, how he composes, and the welfare work the concerts support.',
  music: 'Choose your zodiac sign and hear the piece written for it, and read what sound does to breath, pulse and attention.',
  artists: 'The five artists of the Music for Meditation Concert: violin, keyboard, mridangam, tabla and flute.',
  contact: 'Write to the organisers of the Music for Meditation Concert, save the flyer, and find the date and the place.',
  accessibility:
    'How people with disabilities come to the Music for Meditation Concert: what the venue is like, accessible and companion seats, and whom to ask.',
  privacy: 'What the site of the Music for Meditation Concert keeps about its visitors and buyers, why, and for how long.',
  terms: 'What is agreed when somebody buys a seat at the Music for Meditation Concert.',
  refundRule: 'When money for seats at the Music for Meditation Concert comes back, how, and how soon.',
  imprint: 'Who organises the Music for Meditation Concert and is responsible for this site.',
  login: 'Log in to reserve your seat at the Music for Meditation Concert and to see your tickets.',
  register: 'Make an account for the Music for Meditation Concert, to reserve your seat and to keep your tickets in one place.',
} as const;
