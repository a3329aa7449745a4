/** The words of the public screens, the specification's verbatim; those of the home page stand beside it, so that it loads nothing else. */
export const texts = {
  composer: {
    lede: 'The teacher who writes this music, and what the music is for.',
    portrait: 'The teacher, seated, with a tanpura; rings of sound spread around him',
    next: 'See who plays',
  },

  music: {
    lede: 'Twelve signs, twelve pieces. Each figure is the shape of one sign’s sound.',
    contents: 'On this page',
    next: 'Hear it on the evening itself',
    player: {
      label: 'Zodiac music',
      choose: 'Your sign',
      placeholder: 'Select Zodiac Sign',
      invitation: 'Choose a sign, and its music appears here. Nothing plays until you ask for it.',
      figures: 'The twelve signs by their figures',
      figure: (sign: string) => `The figure of ${sign}`,
      noFigure: 'Still rings: no sign is chosen',
      play: 'Play',
      pause: 'Pause',
      playLabel: (sign: string) => `Play the music of ${sign}`,
      pauseLabel: (sign: string) => `Pause the music of ${sign}`,
      loading: 'Loading',
      volume: 'Volume',
      playing: (sign: string) => `${sign} is playing, on repeat until you pause it.`,
      paused: 'Paused',
      failed: 'The music did not arrive',
      failedText: 'Check your connection and press Play again.',
      artist: 'Nilan Vasudev and troupe',
      album: 'Music for Meditation Concert',
    },
  },

  artists: {
    lede: 'Five instruments that leave room for each other.',
    list: 'The five artists',
    portrait: (name: string, instrument: string) => `${name} playing the ${instrument.toLowerCase()}, among rings of sound`,
    place: (at: number, of: number) => `${at} of ${of}`,
    next: 'Read about the composer',
  },

  contact: {
    lede: 'Ask us anything about the evening. A person answers.',
    form: 'Write to us',
    name: 'Name',
    email: 'Email',
    subject: 'Subject',
    message: 'Message',
    submit: 'Send your message',
    submitting: 'Sending your message',
    successful: 'Form submitted successfully!',
    failed: 'Error submitting form.',
    kept: 'We have your message',
    keptText: (email: string) => `The organisers have it and read every message. The answer will come to ${email}.`,
    another: 'Write another message',
    flyer: (title: string, date: string, place: string) => `The flyer of the concert: ${title}, ${date}, ${place}, among rings of sound.`,
    printFlyer: 'The flyer to print',
    when: 'When',
    where: 'Where',
    reach: 'Reach us directly',
    phone: 'Phone',
    unreachable: 'We could not look up our phone number and email just now. They are at the foot of this page as well.',
  },

  flyer: {
    lede: 'To print and to put up. It shows the details as they are now: print it again if they change.',
    print: 'Print the flyer',
    cancelled: 'This concert is cancelled',
    code: (site: string) => `QR code that opens ${site}`,
    unreachable: 'We could not look up the concert just now. Please reload the page.',
  },

  notices: {
    privacy: 'What we know about you, why, and for how long.',
    terms: 'What is agreed when you buy a seat.',
    refundRule: 'When you are refunded, and how soon.',
    imprint: 'Who is responsible for the evening and for this site.',
    organiser: {
      title: 'Organiser',
      name: 'Name',
      address: 'Postal address',
      email: 'Email',
      phone: 'Phone',
      unread: 'We could not look up the organiser just now. Please try again in a minute.',
    },
    accepting: { before: 'With an account you accept the', terms: 'terms', see: 'See our', privacy: 'privacy notice' },
    kept: {
      title: 'What is kept, and for how long',
      why: (reason: string) => `Why: ${reason}.`,
      howLong: (period: string) => `How long: ${period}.`,
    },
  },

  password: {
    rule: (least: number) => `At least ${least} characters. A few words that do not belong together are easy to remember.`,
    soFar: (typed: number, least: number) =>
      `${typed} of at least ${least} characters. A few words that do not belong together are easy to remember.`,
    confirm: 'Confirm Password',
    confirmHint: 'The same password again.',
    mismatch: 'Passwords do not match',
  },

  form: {
    correct: 'Please correct these values',
    error: (message: string) => `Error: ${message}`,
    continueNow: 'Continue now',
    goingOn: (seconds: number) => `Continuing in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
    loggedIn: (email: string) => `You are signed in as ${email}.`,
    reserve: 'Reserve your seat',
  },

  incompleteLink: 'This link is not complete',

  register: {
    lede: 'An account keeps your tickets in one place.',
    name: 'Name',
    email: 'Email',
    password: 'Password',
    submit: 'Register',
    submitting: 'Registering',
    successful: 'Registration successful',
    failed: 'Error registering user',
    toLogin: 'Sign in',
    account: 'Already have an account?',
  },

  profile: {
    lede: 'What we know about you, and what you can change.',
    name: 'Name',
    noName: 'Not given',
    correctName: 'Correct the name',
    email: 'Email',
    fixed: 'Your tickets are sent here. It cannot be changed.',
    address: 'Address',
    phone: 'Phone Number',
    phoneHint: '10 digits, for example (555) 123-4567',
    skills: 'Skills',
    skillsHint: 'What you could help with at the concert, if you like. The organisers see it.',
    availability: 'Availability',
    availabilityHint: 'When you could help. The organisers see it.',
    note: 'Note',
    noteHint: 'Anything the organisers should know about you.',
    submit: 'Save your profile',
    submitting: 'Saving your profile',
    saved: 'Profile updated successfully',
    failed: 'Error updating profile',
    unreadable: 'Your profile could not be read',
    bookings: 'Your bookings',
    everywhere: {
      title: 'Other devices',
      text: 'If you signed in on a device that is not yours, or lost one, sign out everywhere. You will have to sign in again here, too.',
      open: 'Sign out on every device',
      question: 'Sign out on every device?',
      consequence: (email: string) => `${email} is signed out everywhere at once, here too. Your bookings and tickets stay as they are.`,
      keep: 'Stay signed in',
      confirm: 'Sign out everywhere',
      busy: 'Signing out everywhere',
      proof: 'We ask who you are before every device is signed out.',
      done: 'You are signed out on every device.',
      failed: (reason: string) => `No device was signed out. ${reason}`,
    },
  },

  signIn: {
    lede: 'Sign in to reserve your seat and to see your tickets.',
    email: 'Email',
    password: 'Password',
    submit: 'Sign In',
    submitting: 'Signing in',
    sendCode: 'Send me a code',
    sendingCode: 'Sending the email',
    successful: 'Sign in successful',
    forgot: 'Forgot password?',
    noAccount: 'New here?',
    toSignUp: 'Sign Up',
    noAccountNeeded: 'You need no account:',
    toReservation: 'Reserve without signing in',
  },

  nextDate: {
    heading: 'The music goes on',
    text: 'This evening does not take place. The twelve pieces are here to be heard at any hour, and there is a list of those who would like to come to a new date.',
    tell: 'Tell me about the next date',
    listen: 'Listen to the music',
  },

  signUp: {
    heading: 'Create your account',
    lede: 'Your email and a password are enough. We send you an email to make sure that the email is yours.',
    submit: 'Sign Up',
    submitting: 'Signing up',
    sent: (email: string) => `Verification email sent to: ${email} Please verify your email`,
    account: 'Already have an account?',
    toSignIn: 'Sign In',
    mailed: 'Open the email we sent you',
    otherAddress: 'Use another address',
  },

  openTheMail: {
    text: (email: string) => `Open the email to ${email} on this device and press its button. Enter your password to sign in.`,
    before: 'It can take a minute; check your spam folder as well. If you already have an account, the email will say so.',
    again: 'Send again',
    sentAgain: (times: number, email: string) =>
      times === 1 ? `Sent again to ${email}.` : `Sent again to ${email}, ${times} times so far.`,
  },

  resend: {
    submit: 'Resend Verification Mail',
    submitting: 'Sending the email',
    failed: (message: string) => `Error sending email verification: ${message}`,
    text: 'Open the link in the email, then sign in. It can take a few minutes; check your spam folder as well.',
  },

  signInCode: {
    heading: 'Type the code we emailed you',
    sentTo: (email: string) =>
      `It is on its way to ${email}, usually within a minute. Look in your spam folder as well. The link in the email does the same.`,
    submit: 'Sign in',
    otherAddress: 'Use another address',
  },

  signInLink: {
    submit: 'Email me a sign-in link',
    submitting: 'Sending the email',
    failed: (message: string) => `Error sending the sign-in link: ${message}`,
    sent: 'Sign-in link sent',
    sentText: (email: string) =>
      `If ${email} has an account here, a link to sign in is on its way to it. It works for 10 minutes; open it on this device.`,
    heading: 'Sign in with this link',
    looking: 'Looking up the link',
    whose: (email: string) => `This link signs you in as ${email}.`,
    enter: 'Sign in',
    refused: 'The link could not be used',
    expiredText: 'Sign in below. If a link is needed, you can have a new one sent there.',
  },

  reset: {
    heading: 'Reset your password',
    lede: 'Tell us your email. We send you a link to choose a new password.',
    submit: 'Reset Password',
    submitting: 'Sending the email',
    sent: 'Password reset email sent',
    sentText: (email: string) => `If ${email} has an account here, a link to choose a new password is on its way to it.`,
    back: 'Back to Sign In',
  },

  verify: {
    heading: 'Verify your email',
    lede: 'Enter your password again, and your account is ready.',
    hint: 'The one that was chosen when this account was made.',
    choose: 'I do not know it: choose a password',
    submit: 'Verify my email',
    submitting: 'Verifying',
    refused: 'This is not the password that was chosen for this account',
    refusedText: 'If it was not you who chose it, choose one yourself below: only yours counts then.',
    choosing: {
      heading: 'Choose your password',
      lede: 'Your email is verified with it. Any earlier password stops working.',
    },
    expiredText: 'Sign in below. If your email is not verified yet, you can have a new email sent there.',
  },

  setPassword: {
    heading: 'Choose a new password',
    lede: 'It replaces the old one, and every device that is signed in is signed out.',
    password: 'New Password',
    submit: 'Set new password',
    submitting: 'Setting the new password',
    expiredText: 'Tell us your email below, and we send you a new link.',
  },

  google: {
    or: 'or',
    signIn: 'Sign in with Google',
    notSetUp: 'Sign in with Google is not set up on this site',
    waiting: 'Please wait while processing...',
    waitingText: 'Continue in the Google window. This page updates by itself.',
    leavingText: 'You are being taken to Google.',
    stop: 'Stop waiting',
    successful: 'Successfully signed in!',
    failed: (message: string) => `Error during signInWithRedirect: ${message}`,
    closed: 'The Google window was closed before the sign-in was finished',
    unconfirmed: 'We could not tell yet who you are, please try again',
    insideApp: 'Sign in with Google does not work inside this app',
    insideAppText:
      'Sign in here by email and password. Or open this page in your browser: choose “Open in browser” in the menu of the app (⋯, ⋮ or the share sign), or copy this address:',
  },
} as const;

/** How long the sign-in message is shown before the person is taken to the next page (specification section 9). */
export const SIGN_IN_REDIRECT_MS = 5_000;
/** How long the news of a sent mail is shown before the person is taken home (specification section 9). */
export const MAIL_SENT_REDIRECT_MS = 10_000;
/** How long the success message of the contact form is shown (specification section 9). */
export const CONTACT_SUCCESS_MS = 10_000;
