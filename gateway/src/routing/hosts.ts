const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/**
 * Whether a Host header names this site, so that no foreign name ends up in a cache, a link or a log. While the site itself runs on plain
 * http, as on a developer's machine, any name of the loopback is accepted as well.
 */
export function createHostCheck(publicOrigin: string, further: readonly string[]): (host: string | undefined) => boolean {
  const { host: own, protocol } = new URL(publicOrigin);
  const names = new Set([own, ...further]);
  const loopback = protocol === 'http:';
  return (host) => {
    const name = host?.toLowerCase() ?? '';
    return names.has(name) || (loopback && LOOPBACK.test(name));
  };
}

/** Whether a request has more than one Host header: two programs could each read another one. */
export function namesSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
