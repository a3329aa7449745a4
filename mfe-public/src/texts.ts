/** Every word of the public screens. Texts of the specification stand letter for letter. */
export const texts = {
  loading: 'Loading the page',

  home: {
    heading: 'An evening that lets the mind go quiet',
    lede: 'Violin, keyboard, mridangam, tabla and flute, in music made for sitting still. Come as you are and listen.',
    reserve: 'Reserve your seat',
    music: 'How music heals',
    pause: 'Pause',
    play: 'Play',
    pauseLabel: 'Pause the moving rings',
    playLabel: 'Let the rings move',
    cancelled: 'This concert is cancelled',
    disabled: 'Registration is disabled',
    readNotice: 'Read the notice',
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
  },

  coming: {
    heading: 'What comes here',
  },

  composer: {
    lede: 'The teacher who writes this music, and what the music is for.',
    comes: ['The story of the teacher: childhood, training and the first concerts for meditation', 'The welfare activities that the concerts support', 'Portraits'],
    next: 'See who plays',
  },

  music: {
    lede: 'Twelve signs, twelve pieces. Each figure below is the shape of one sign’s sound.',
    comes: ['A piece of music for every sign, to choose and play here', 'A long read on what sound does to breath, pulse and attention'],
    next: 'Hear it on the evening itself',
  },

  artists: {
    lede: 'Five instruments that leave room for each other.',
    comes: ['A portrait and a few words about each musician'],
    next: 'Read about the composer',
  },

  contact: {
    lede: 'Ask us anything about the evening. A person answers.',
    reach: 'Reach us today',
    phone: 'Phone',
    email: 'Email',
    unreachable: 'We could not look up our phone number and email just now. They stand at the foot of this page as well.',
    comes: ['A form to write to us without leaving the page', 'The flyer, to save and to share'],
  },

  register: {
    lede: 'An account keeps your tickets in one place.',
    comes: ['Sign up with your name, your email and a password', 'A mail that proves the address is yours'],
    next: 'I have an account',
  },

  profile: {
    lede: 'What we know about you.',
    name: 'Name',
    email: 'Email',
    comes: ['Your address and phone number, to read and to change'],
    bookings: 'Your bookings',
    reserve: 'Reserve your seat',
  },

  signIn: {
    lede: 'Log in to reserve your seat and to see your tickets.',
    email: 'Email',
    password: 'Password',
    submit: 'Sign In',
    submitting: 'Signing in',
    correct: 'Please correct these values',
    successful: 'Sign in successful',
    error: (message: string) => `Error: ${message}`,
    goingOn: 'You will be taken further in a moment.',
    goOnNow: 'Continue now',
    already: (email: string) => `You are logged in as ${email}.`,
    toReservation: 'Reserve your seat',
    comes: ['Sign up, with a mail that proves your address', 'Reset a forgotten password', 'Sign in with Google'],
  },
} as const;

/** How long the sign-in message stands before the person is taken further (specification section 9). */
export const SIGN_IN_REDIRECT_MS = 5_000;
