/** Every word the shell shows, apart from the titles of pages, which stand in the contract's table. */
export const texts = {
  banner: 'MUSIC FOR MEDITATION CONCERT',
  skipToContent: 'Skip to content',
  welcome: (email: string) => `Welcome ${email}`,
  navigation: {
    label: 'Main',
    home: 'Home',
    composer: 'The Composer',
    music: 'How Music Heals',
    artists: 'Artists',
    users: 'Users List',
    door: 'Door',
    profile: 'Profile',
    logout: 'Logout',
    loggingOut: 'Logging out',
    login: 'Login',
    contact: 'Contact Us',
    reserve: 'Reserve Your Seat',
    organiser: 'Organise',
    openMenu: 'Menu',
    menuLabel: 'Menu',
    closeMenu: 'Close',
    homeMark: (title: string) => `${title}, home`,
  },
  footer: {
    phone: 'Phone',
    email: 'Email',
    site: 'Concert site',
    notices: 'Rules and rights',
  },
  signedIn: 'Successfully signed in!',
  redirectFailed: (message: string) => `Error handling redirect result: ${message}`,
  nobodySignedIn: 'The site does not know yet who you are, please try again',
  handoff: {
    already: (email: string) => `You are already logged in as ${email}.`,
    failed: (reason: string) => `You are not logged in. ${reason}`,
    unreachable: 'Part of this page did not arrive. Open the link once more.',
    question: {
      title: (email: string) => `Continue as ${email}?`,
      text: 'The link you opened logs you in to this account.',
      warning: 'Go on only if the account is yours. Otherwise what you book and pay for belongs to somebody else.',
      leave: 'Stay logged out',
      goOn: 'Continue',
      busy: 'Logging in',
    },
  },
  logoutFailed: (reason: string) => `You are still logged in. ${reason}`,
  loading: 'Loading the page',
  remoteFailed: {
    heading: 'This part of the site did not load',
    text: 'The rest of the site works. Try again, and if it stays away, come back in a few minutes.',
    retry: 'Try again',
  },
  screenFailed: {
    heading: 'This screen stopped working',
    text: 'Nothing was sent because of it. Try again, or choose another page above.',
    retry: 'Try again',
  },
  offline: 'You are offline. What you see may be out of date, and nothing can be sent until the connection is back.',
  renewed: {
    text: 'The site was renewed since you opened this page, and some of it no longer works here. What you typed and did not send is lost when you load it again.',
    load: 'Load again',
  },
  sessionUnknown: {
    text: 'We cannot see at the moment whether you are logged in.',
    retry: 'Ask again',
  },
  notFound: {
    title: 'Page not found',
    lede: 'There is nothing at this address. It may have been mistyped, or the page has moved.',
    home: 'Go to the home page',
    contact: 'Contact Us',
  },
} as const;

/** What the footer says until the concert is known, or when it cannot be read. */
export const fallbackContact = {
  supportPhone: '(555) 123-4567',
  supportEmail: 'info@concert.example',
  siteUrl: 'https://concert.example',
} as const;
