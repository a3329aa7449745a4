/** What a person does at the stand-in. */
export interface Visit {
  readonly email: string;
  readonly verified?: boolean;
  readonly name?: string;
  /** Says no instead of allowing. */
  readonly deny?: boolean;
}

const MAX_STEPS = 12;

/**
 * Goes through the stand-in's pages as a browser without scripts would: follows redirects, keeps cookies, fills the forms.
 * @param start where the site sends the browser
 * @returns the address on the site to which the browser is sent back
 * @throws Error when the way does not end there
 */
export async function visit(start: string, person: Visit): Promise<URL> {
  const home = new URL(start).origin;
  const jar = new Map<string, string>();
  let next: { url: string; form?: URLSearchParams } = { url: start };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const response: Response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form ? { method: 'POST', body: next.form } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
      if (value.join('=') === '') jar.delete(name);
      else jar.set(name, value.join('='));
    }
    const location = response.headers.get('location');
    if (location) {
      const target = new URL(location, next.url);
      if (target.origin !== home) return target;
      next = { url: target.href };
      continue;
    }
    const html = await response.text();
    const action = /action="([^"]+)"/.exec(html)?.[1];
    if (!response.ok || !action)
      throw new Error(
        `the stand-in answered ${response.status}: ${html
          .replace(/<style>.*<\/style>|<[^>]+>/gs, ' ')
          .replace(/\s+/g, ' ')
          .slice(0, 300)}`,
      );
    const form: Record<string, string> = html.includes('value="allow"')
      ? { act: person.deny ? 'deny' : 'allow' }
      : { act: 'enter', email: person.email, name: person.name ?? '', verified: person.verified === false ? 'no' : 'yes' };
    next = { url: new URL(action, next.url).href, form: new URLSearchParams(form) };
  }
  throw new Error(`the way from ${start} did not end`);
}
