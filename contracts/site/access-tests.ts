/** A test that shows a criterion to be met: where it lies, (part of) its title, and what it shows, in a reader's words. */
interface AccessTest {
  readonly file: `${string}.spec.${'ts' | 'tsx'}`;
  readonly title: string;
  readonly shows: string;
}

/** What the tour through every screen shows. */
const tour = (shows: string) =>
  ({ file: 'e2e/every-screen.e2e.spec.ts', title: 'the screens for a %s stand at their addresses, quiet, accessible', shows }) as const;

/** The tests that docs/accessibility.contract.spec.ts finds again in their files. */
export const ACCESS_TESTS = {
  axe: tour(
    'The checker axe finds no fault at 320 px in the light theme and at 1920 px in the dark one, nor at an address where nothing stands or in the description of the interface; headings stand in their order.',
  ),
  axeBesides: {
    file: 'e2e/access.e2e.spec.ts',
    title: 'the checker finds nothing in open questions and panels',
    shows: 'The same for open questions and panels, on a phone in the dark theme.',
  },
  names: tour(
    'In what the browser tells a screen reader, every control, link, figure and table has a name, and the page has its landmarks.',
  ),
  zoom: tour(
    'At 400 % of a window of 1280 x 1024 px, and with letters of twice the size from 320 to 1920 px, nothing is wider than the window and no words are cut off.',
  ),
  spacing: tour('With the spacing of this criterion no words are cut off and nothing is wider than the window.'),
  keys: tour(
    'The content, and once the frame around it, was gone through by the Tab key: the focus shows, nothing covers it, it is caught nowhere.',
  ),
  targets: tour('On a phone every target is 24 px large, or that far from the next one.'),
  forced: tour("With the reader's own colours (forced colours) every button and field keeps an edge."),
  stillness: tour('For a reader who asked for less motion nothing moves.'),
  hero: {
    file: 'mfe-public/src/features/home/hero.unit.spec.ts',
    title: 'the words on the film of the home page have 4.5 to 1, were it white behind its shade',
    shows: 'The shade between the words and the film of the home page leaves 4.5 to 1, whatever the film shows.',
  },
  contrast: {
    file: 'packages/design-system/src/tokens.unit.spec.ts',
    title: 'of everything that is read is 4.5 or more on every ground of %s',
    shows: 'Each colour of text has 4.5 to 1 on each ground of both themes, edges of fields 3 to 1.',
  },
  keyboardOrder: {
    file: 'e2e/booking-journeys.e2e.spec.ts',
    title: 'are given by an admin, and reserved with a companion',
    shows: 'By the keyboard alone seats are reserved, an accessible one with a companion, and after the payment the tickets are opened.',
  },
  keyboardChoice: {
    file: 'e2e/postponement.e2e.spec.ts',
    title: 'a holder chooses by the keyboard alone',
    shows:
      'By the keyboard alone a holder goes from the tickets to the choice, gives one back, and changes it; the focus shows at each stop.',
  },
  keyboardRefund: {
    file: 'e2e/booking-journeys.e2e.spec.ts',
    title: 'an accidental one is sent back, and followed, by the keyboard alone',
    shows: 'By the keyboard alone a payment is sent back, and its refund is opened; the focus shows at each stop.',
  },
  keyboardRefundLink: {
    file: 'e2e/refunds.e2e.spec.ts',
    title: 'and the keyboard leads on to the organisers',
    shows: 'Behind the link of an email the keyboard leads to whom to ask about this refund.',
  },
  keyboardGuest: {
    file: 'e2e/guests-and-door.e2e.spec.ts',
    title: 'finds them in the report, and stands at the door, all by the keyboard alone',
    shows:
      'By the keyboard alone a refused form is mended and sent, tickets are kept as a file and in the calendar, the report is searched, and the door is worked.',
  },
  keyboardSettings: {
    file: 'e2e/booking-journeys.e2e.spec.ts',
    title: 'are given by an admin, and reserved with a companion',
    shows: 'By the keyboard alone an admin changes settings and saves them; the focus shows at each stop.',
  },
  filmStill: {
    file: 'mfe-public/src/features/home/teacher-film.unit.spec.tsx',
    title: 'does not start by itself for someone who wants stillness',
    shows: 'The film does not start by itself for a reader who asked for less motion.',
  },
  filmPause: {
    file: 'mfe-public/src/features/home/teacher-film.unit.spec.tsx',
    title: 'can be paused and goes on',
    shows: 'The film can be paused.',
  },
  filmSilent: {
    file: 'mfe-public/src/features/home/teacher-film.unit.spec.tsx',
    title: 'starts by itself without sound',
    shows: 'The film starts without sound and has captions.',
  },
  musicAsked: {
    file: 'mfe-public/src/features/music/zodiac-player.unit.spec.tsx',
    title: 'fetches nothing before Play is pressed',
    shows: 'Nothing sounds before Play is pressed.',
  },
  title: {
    file: 'shell/src/frame/frame.unit.spec.tsx',
    title: 'names the document, and moves the focus to the heading of a new page',
    shows: 'Each page names the document, and the focus goes to its heading.',
  },
  fieldError: {
    file: 'packages/design-system/src/field.unit.spec.tsx',
    title: 'says its error before its hint and is marked as wrong',
    shows: 'A wrong field is marked as wrong and says in words what is wrong.',
  },
  errorFocus: {
    file: 'packages/design-system/src/form.unit.spec.tsx',
    title: 'leads to its first wrong field after each refused try',
    shows: 'A refused form leads to its first wrong field.',
  },
  label: {
    file: 'packages/design-system/src/field.unit.spec.tsx',
    title: 'is found by its label',
    shows: 'Every field is found by its label.',
  },
  toast: {
    file: 'packages/design-system/src/toast.unit.spec.tsx',
    title: 'is announced: politely, or at once when something went wrong',
    shows: 'Notes at the edge of the window are announced.',
  },
  toastWaits: {
    file: 'packages/design-system/src/toast.unit.spec.tsx',
    title: 'waits while it is pointed at or holds the focus',
    shows: 'A note that closes by itself waits while it is pointed at or holds the focus.',
  },
  toastButton: {
    file: 'packages/design-system/src/toast.unit.spec.tsx',
    title: 'closes at its button',
    shows: 'The note that can be dragged away has a button that closes it.',
  },
  tables: {
    file: 'packages/design-system/src/data-table.unit.spec.tsx',
    title: 'a table keeps its meaning when it is laid out as cards',
    shows: 'Tables stay tables for screen readers where they are laid out as cards.',
  },
  dialogFocus: {
    file: 'packages/design-system/src/dialog.unit.spec.tsx',
    title: 'opens as modal with the focus on its title, which names it',
    shows: 'A dialog takes the focus and is named by its title.',
  },
  dialogLeft: {
    file: 'packages/design-system/src/dialog.unit.spec.tsx',
    title: 'leaves by Escape and by its button',
    shows: 'A dialog is left by Escape and by its button.',
  },
  moreTime: {
    file: 'svc-booking/src/bookings/hold-time.unit.spec.ts',
    title: 'is a fifth of the hold, ten times',
    shows: 'The time to pay can be prolonged ten times by one press.',
  },
  moreTimeSaid: {
    file: 'mfe-booking/src/features/hold/hold-countdown.unit.spec.tsx',
    title: 'names the button for more time',
    shows: 'Five minutes before its end the time to pay is said, together with the button that prolongs it.',
  },
  confirmed: {
    file: 'mfe-booking/src/routes/bookings.unit.spec.tsx',
    title: 'is given up only after a yes',
    shows: 'What cannot be undone is asked about first.',
  },
  passkey: {
    file: 'e2e/passkeys.e2e.spec.ts',
    title: 'registers it in the profile, and signs in with it alone',
    shows: 'A passkey signs in without anything to remember or to copy.',
  },
  password: {
    file: 'packages/design-system/src/password-field.unit.spec.tsx',
    title: 'a password is hidden until it is asked for',
    shows: 'A typed password can be shown.',
  },
} as const satisfies Record<string, AccessTest>;

export type AccessTestName = keyof typeof ACCESS_TESTS;
