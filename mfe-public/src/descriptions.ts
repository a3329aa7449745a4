/**
 * What search engines and shared links show for each public page.
 * @param title what the organisers call the evening
 */
export const descriptions = (title: string) => ({
  home: 'A healing and meditation music concert: violin, keyboard, mridangam, tabla and flute. Read, listen, and reserve your seat.',
  composer: `Nilan Vasudev, who writes the music of ${title}: his life, how he composes, and the welfare work the concerts support.`,
  music: 'Choose your zodiac sign and hear the piece written for it, and read what sound does to breath, pulse and attention.',
  artists: `The five artists of ${title}: violin, keyboard, mridangam, tabla and flute.`,
  contact: `Write to the organisers of ${title}, print the flyer, and find the date and the place.`,
  flyer: `The flyer of ${title}, to print and to put up: when, where, and the way to its seats.`,
  accessibility: `For people with disabilities at ${title}: what the venue is like, accessible and companion seats, and whom to ask.`,
  privacy: `What the site of ${title} keeps about its visitors and buyers, why, and for how long.`,
  terms: `What is agreed when someone buys a seat at ${title}.`,
  refundRule: `When money for seats at ${title} is refunded, how, and how soon.`,
  imprint: `Who organises ${title} and is responsible for this site.`,
  login: `Sign in to reserve your seat at ${title} and to see your tickets.`,
  register: `Make an account for ${title}, to reserve your seat and to keep your tickets in one place.`,
});
