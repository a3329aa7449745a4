import { escapeHtml } from '../../../../contracts/core/html.ts';
import { htmlPage } from '../page-style.ts';
import type { OidcAccount } from './accounts.ts';

const STRIP = '<p class="strip">A stand-in for Google on this machine. Nothing here reaches Google.</p>';

function page(title: string, body: string): string {
  return htmlPage(title, `${STRIP}<main class="one"><div class="card">${body}</div></main>`);
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

/** Chooses an account or enters one. */
export function choosePage(action: string, accounts: readonly OidcAccount[], fault?: string): string {
  const known = accounts.map(
    ({ sub, email, verified, name }) =>
      `<form method="post" action="${action}" class="field">${hidden('sub', sub)}<button type="submit" data-email="${escapeHtml(email)}">${escapeHtml(name)} · ${escapeHtml(email)}${verified ? '' : ' (not verified)'}</button></form>`,
  );
  return page(
    'Choose an account',
    `<h1>Sign in with the Google stand-in</h1><h2>Choose an account</h2>${known.join('')}
<form method="post" action="${action}">${fault ? `<p class="alert" role="alert">${escapeHtml(fault)}</p>` : ''}
<div class="field"><label for="email">Email of another account</label><input id="email" name="email" type="email" autocomplete="off" required></div>
<div class="field"><label for="name">Name</label><input id="name" name="name" autocomplete="off"></div>
<div class="field"><label for="verified">Address</label><select id="verified" name="verified"><option value="yes">verified</option><option value="no">not verified</option></select></div>
<button type="submit" name="act" value="enter">Continue</button></form>
<form method="post" action="${action}"><button type="submit" name="act" value="deny" class="back">Cancel</button></form>`,
  );
}

/** Asks whether the site may learn who somebody is. */
export function consentPage(action: string, account: OidcAccount, site: string): string {
  return page(
    'Allow access',
    `<h1>Sign in with the Google stand-in</h1><h2>${escapeHtml(site)} wants to know who you are</h2>
<dl><div><dt>Name</dt><dd>${escapeHtml(account.name)}</dd></div><div><dt>Email</dt><dd>${escapeHtml(account.email)}${account.verified ? '' : ' (not verified)'}</dd></div></dl>
<form method="post" action="${action}" class="field"><button type="submit" name="act" value="allow">Allow</button></form>
<form method="post" action="${action}"><button type="submit" name="act" value="deny">Deny</button></form>`,
  );
}

/** Something that cannot go on, such as an address of return that is not registered. */
export function faultPage(words: string): string {
  return page('Not possible', `<h1>Sign in with the Google stand-in</h1><p class="alert" role="alert">${escapeHtml(words)}</p>`);
}
