import type { AccessTestName } from './access-tests.ts';
import type { Criterion } from './wcag.ts';

/*
 * How each criterion of WCAG 2.2 was found to be met: by which tests, by what somebody saw on a day, or why it has nothing to say of this
 * site. Who adds what a criterion is about looks at it and says so here: docs/decisions/0066.
 */

export interface Evidence {
  readonly tests?: readonly AccessTestName[];
  /** What a person looked at and saw, and when. */
  readonly seen?: { readonly what: string; readonly on: string };
  /** Why the criterion has nothing to say of this site. */
  readonly notApplicable?: string;
}

/** The checker looks at every page in one of these. */
const AXE = ['axe', 'axeBesides'] as const;
/** Whole journeys without a mouse, and each stop of the Tab key on every page. */
const BY_KEYBOARD = [
  'keyboardOrder',
  'keyboardChoice',
  'keyboardRefund',
  'keyboardRefundLink',
  'keyboardGuest',
  'keyboardSettings',
  'keys',
] as const;
/** A review. @param on the day, as `YYYY-MM-DD` @param tests that look at it too, each time */
const seen = (on: string, what: string, tests: readonly AccessTestName[] = []): Evidence => ({ seen: { what, on }, tests });

export const EVIDENCE: Readonly<Record<Criterion, Evidence>> = {
  '1.1.1': seen(
    '2026-11-23',
    'Portraits, the film, charts and ticket codes are named in words; ring figures are decoration and hidden from screen readers. The money chart has a table beside it.',
    [...AXE, 'names'],
  ),
  '1.2.1': seen('2026-11-23', 'The twelve pieces are music without words. The name of each and a text about it stand beside the player.'),
  '1.2.2': seen('2026-11-23', 'The captions of the film say which sounds are heard and when.', ['filmSilent']),
  '1.2.3': seen(
    '2026-11-23',
    'The film shows the teacher with his tanpura and rings that spread; its name says so, and nothing else happens in it.',
  ),
  '1.2.4': { notApplicable: 'Nothing is sent live.' },
  '1.2.5': seen(
    '2026-11-23',
    'Nothing happens in the film that its name and its captions do not say, so there is nothing to describe besides.',
  ),
  '1.3.1': { tests: [...AXE, 'names', 'tables', 'label'] },
  '1.3.2': seen(
    '2026-11-23',
    'What is read stands in the order of the page. Only pictures stand elsewhere than they are read: portraits, the figure of a sign, the count of an allotment.',
    ['keys'],
  ),
  '1.3.3': seen('2026-11-23', 'Instructions name the button or the field; none leads by form, colour or place alone.'),
  '1.3.4': seen('2026-11-23', 'No page turns or refuses a window by its shape, the door and the tickets included.', ['zoom']),
  '1.3.5': seen('2026-11-23', 'Fields about the reader (name, email, phone, address, password) say their purpose to the browser.', AXE),
  '1.4.1': seen(
    '2026-11-23',
    'States carry a word or a sign beside their colour; links in text are underlined; the chosen category carries a tick.',
  ),
  '1.4.2': seen('2026-11-23', 'The door sounds for a part of a second after a scan, and can be switched to silence.', [
    'filmSilent',
    'musicAsked',
  ]),
  '1.4.3': { tests: [...AXE, 'contrast', 'hero'] },
  '1.4.4': { tests: ['zoom'] },
  '1.4.5': seen('2026-11-23', 'Words are text everywhere. What the picture on the contact page says stands beside it as text.'),
  '1.4.10': { tests: ['zoom'] },
  '1.4.11': seen('2026-11-23', 'Buttons, fields, ticks and the ring of the focus are seen on every ground in both themes.', [
    'contrast',
    'forced',
  ]),
  '1.4.12': { tests: ['spacing'] },
  '1.4.13': seen(
    '2026-11-23',
    'Nothing appears on pointing or focus but colours and underlines. Menus open when pressed and close by Escape.',
  ),
  '2.1.1': { tests: BY_KEYBOARD },
  '2.1.2': { tests: ['dialogLeft', ...BY_KEYBOARD] },
  '2.1.4': seen(
    '2026-11-23',
    'No page listens to single letters; the keys that are heard are Tab, Enter, Space, Escape and arrows in their control.',
  ),
  '2.2.1': seen(
    '2026-11-23',
    'The time to pay is shown. Short notes wait for whoever reads them. You are signed out after 12 hours, or sooner without use, which is a known limit.',
    ['moreTime', 'moreTimeSaid', 'toastWaits'],
  ),
  '2.2.2': { tests: ['stillness', 'filmPause', 'filmStill'] },
  '2.3.1': seen('2026-11-23', 'Nothing flashes. The film changes slowly.', ['stillness']),
  '2.4.1': seen('2026-11-23', 'The first stop of the Tab key leads past the navigation to the content; the page has its landmarks.', [
    'names',
  ]),
  '2.4.2': { tests: ['title', 'names'] },
  '2.4.3': { tests: ['dialogFocus', 'title', ...BY_KEYBOARD] },
  '2.4.4': seen('2026-11-23', 'Links say where they lead, in a table together with the name of their row.', AXE),
  '2.4.5': seen('2026-11-23', 'The navigation, the footer and links in texts lead there, and the site map names what is public.'),
  '2.4.6': seen('2026-11-23', 'Headings and labels say what follows, each in its own words.', ['axe', 'label']),
  '2.4.7': { tests: BY_KEYBOARD },
  '2.4.11': { tests: ['keys'] },
  '2.5.1': seen('2026-11-23', 'Nothing needs more than one finger or a path; the film, the music and the door are worked by presses.'),
  '2.5.2': seen(
    '2026-11-23',
    'A press counts when it is let go; buttons and links are those of the browser. A menu closes when a press outside it begins, and opens again.',
  ),
  '2.5.3': seen('2026-11-23', 'Where a control has a longer name than its words, the name holds these words.', AXE),
  '2.5.4': { notApplicable: 'Nothing listens to the motion of a device.' },
  '2.5.7': { tests: ['toastButton'] },
  '2.5.8': { tests: ['targets'] },
  '3.1.1': { tests: AXE },
  '3.1.2': seen('2026-11-23', 'All texts are English. Sanskrit words among them are names and words in English use.'),
  '3.2.1': seen('2026-11-23', 'The focus alone opens, sends and changes nothing.', ['keys']),
  '3.2.2': seen('2026-11-23', 'A choice in a list changes what is shown beside it, never the page; a form is sent by its button alone.'),
  '3.2.3': seen(
    '2026-11-23',
    'The navigation and the footer stand in the same order on every page. The description of the interface, for programmers, has none.',
  ),
  '3.2.4': seen('2026-11-23', 'The same act has the same name everywhere: reserve, pay, release, download.'),
  '3.2.6': seen(
    '2026-11-23',
    'Phone, email and site of the organisers stand in the footer of every page, in the same place. The description of the interface has none.',
  ),
  '3.3.1': { tests: ['fieldError', 'errorFocus'] },
  '3.3.2': { tests: [...AXE, 'label'] },
  '3.3.3': seen('2026-11-23', 'What is said of a wrong field says how it would be right, with an example where a form is asked for.', [
    'fieldError',
  ]),
  '3.3.4': seen(
    '2026-11-23',
    'What is paid is shown with its sum before and confirmed on the payment page; refunds, cancelling and emails to many are asked about first.',
    ['confirmed'],
  ),
  '3.3.7': seen(
    '2026-11-23',
    'What the account knows is filled in: name and email when seats are reserved, the choice of seats after signing in.',
  ),
  '3.3.8': seen(
    '2026-11-23',
    'Passwords can be pasted and filled in by a password manager; a passkey needs no memory. No puzzle is asked for.',
    ['password', 'passkey'],
  ),
  '4.1.2': { tests: [...AXE, 'names'] },
  '4.1.3': seen(
    '2026-11-23',
    'What was saved, sent or refused is said in a live region; lists say what they load and how much they found.',
    ['toast', 'moreTimeSaid'],
  ),
};
