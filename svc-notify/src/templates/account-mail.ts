import type { AccountMail } from '../mails/account-mails.ts';
import { escapeHtml, momentIn } from './plain-words.ts';

export const SENDER_NAME = 'Music for Meditation Concert';
/** `cid:` name of the header's picture. */
export const ACCOUNT_RINGS_CID = 'rings';

/** Words of a mail about an account, once as HTML and once as plain text. */
export interface AccountMailWords {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly body: readonly string[];
  readonly button: string;
  readonly notes: readonly string[];
}

const WORDS: Readonly<Record<AccountMail['kind'], Words>> = {
  verification: {
    subject: 'Please verify your email',
    heading: 'Verify your email',
    body: ['Welcome. One step is left: tell us that this address is yours. Then you can sign in and reserve your seat.'],
    button: 'Verify my email',
    notes: ['If you did not ask for an account, do nothing: without this step there is none.'],
  },
  'password-reset': {
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    body: ['Somebody, we hope you, asked for a new password for this address.'],
    button: 'Choose a new password',
    notes: ['A new password signs you out everywhere else.', 'If it was not you, do nothing: your password stays as it is.'],
  },
  'account-exists': {
    subject: 'You have an account already',
    heading: 'You have an account already',
    body: ['Somebody, perhaps you, wanted to open an account with this address. There is one already, so nothing was changed.', 'Sign in with your password. If you no longer know it, ask for a new one on the same page.'],
    button: 'Go to the sign-in page',
    notes: ['If it was not you, there is nothing you need to do.'],
  },
};

/** Writes a mail about an account: what it is for, one button, and what to do if it was somebody else. */
export function accountMail({ kind, url, expiresAt }: Pick<AccountMail, 'kind' | 'url' | 'expiresAt'>): AccountMailWords {
  const { subject, heading, body, button, notes } = WORDS[kind];
  const allNotes = [...(expiresAt ? [`The link works once, until ${momentIn(expiresAt, 'UTC')}.`] : []), ...notes];
  return {
    subject,
    html: page({ subject, heading, body, button, notes: allNotes }, url),
    text: [heading.toUpperCase(), '', ...body.flatMap((paragraph) => [paragraph, '']), `${button}:`, url, '', ...allNotes.flatMap((note) => [note, '']), SENDER_NAME, ''].join('\n'),
  };
}

const SANS = "Figtree, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const DISPLAY = "Yrsa, Charter, Georgia, 'Times New Roman', serif";

/* Light values stand in the elements, because many readers drop style sheets; dark ones come over them by class. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; }
table { border-collapse: separate; border-spacing: 0; }
@media (max-width: 480px) { .edge { padding-left: 20px !important; padding-right: 20px !important; } .title { font-size: 36px !important; } .button a { display: block !important; text-align: center; } }
@media (prefers-color-scheme: dark) { .ground { background-color: #10101f !important; } .ink { color: #f2ebdd !important; } .quiet { color: #b6b0c4 !important; } .line { border-color: #34334f !important; } .act { background-color: #f0b35c !important; color: #1b1a2e !important; } }
[data-ogsc] .ink { color: #f2ebdd !important; }
[data-ogsc] .quiet { color: #b6b0c4 !important; }
`.trim();

function page({ subject, heading, body, button, notes }: Words, url: string): string {
  const e = escapeHtml;
  const paragraph = (text: string) =>
    `<tr><td class="edge ink" style="padding:0 40px 16px;font:400 17px/27px ${SANS};color:#1b1a2e">${e(text)}</td></tr>`;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${e(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#faf6ee">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${e(body[0] ?? '')}</div>
<table role="presentation" width="100%" class="ground" style="background-color:#faf6ee"><tr><td align="center" style="padding:0">
<table role="presentation" width="100%" style="max-width:600px">
<tr><td bgcolor="#12122a" style="background-color:#12122a;padding:0">
  <table role="presentation" width="100%">
  <tr><td class="edge" style="padding:28px 40px 0;font:600 12px/18px ${SANS};letter-spacing:0.2em;color:#f4ecdc">${e(SENDER_NAME.toUpperCase())}</td></tr>
  <tr><td class="edge title" style="padding:44px 40px 28px;font:450 42px/1.05 ${DISPLAY};letter-spacing:-0.01em;color:#f4ecdc" role="heading" aria-level="1">${e(heading)}</td></tr>
  <tr><td style="padding:0;font-size:0;line-height:0"><img src="cid:${ACCOUNT_RINGS_CID}" width="600" height="150" alt="" style="display:block;width:100%;height:auto;border:0"></td></tr>
  </table>
</td></tr>
<tr><td style="padding:20px 0 0;font-size:0;line-height:0">&nbsp;</td></tr>
${body.map(paragraph).join('\n')}
<tr><td class="edge button" style="padding:12px 40px 28px"><a href="${e(url)}" class="act" style="display:inline-block;background-color:#2d2a6e;border-radius:999px;padding:14px 30px;font:600 17px/22px ${SANS};color:#ffffff;text-decoration:none">${e(button)}</a></td></tr>
<tr><td class="edge" style="padding:0 40px 48px"><table role="presentation" width="100%"><tr><td class="line quiet" style="border-top:1px solid #d9cfbb;padding:20px 0 0;font:400 15px/24px ${SANS};color:#54506a">${notes.map(e).join('<br>')}</td></tr></table></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
