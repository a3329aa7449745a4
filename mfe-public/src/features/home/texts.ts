/** The words of the home page. */
export const homeTexts = {
  heading: 'An evening that lets the mind go quiet',
  lede: 'Violin, keyboard, mridangam, tabla and flute, in music made for sitting still. Come as you are and listen.',
  with: (performer: string) => `With ${performer}.`,
  offLede: 'Everyone who paid is refunded in full. The music stays here, and you can hear of the next date.',
  reserve: 'Reserve your seat',
  music: 'How music heals',
  seeOpening: 'See when you can reserve',
  film: {
    label: 'The teacher plays the tanpura at dusk, and rings of sound spread from where he sits',
    pause: 'Pause',
    play: 'Play',
    pauseLabel: 'Pause the film',
    playLabel: 'Play the film',
    mute: 'Mute',
    unmute: 'Unmute',
    muteLabel: 'Mute the film',
    unmuteLabel: 'Unmute the film',
    captions: 'Captions',
    captionsLanguage: 'English',
  },
  heal: {
    heading: 'How music heals',
    text: 'Each sign of the zodiac has a piece of its own, on its own scale and at its own pace. Choose yours, sit down, and let one sound at a time arrive.',
    link: 'Listen to your sign',
    signs: 'The twelve signs, each as the figure of its sound',
  },
  troupe: {
    heading: 'Five musicians, one breath',
    link: 'Meet the artists',
  },
} as const;
