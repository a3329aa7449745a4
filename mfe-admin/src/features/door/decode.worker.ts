import type { Picture } from './read-codes.ts';

interface WorkerPage {
  readonly location: { readonly href: string; readonly origin: string };
  readonly trustedTypes?: { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown };
  onmessage: ((message: MessageEvent<Picture>) => void) | null;
  postMessage(answer: readonly string[] | null): void;
}

const page = globalThis as unknown as WorkerPage;

/* The site's policy demands it here as in the window; it must be set before the decoder is loaded. */
page.trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    if (new URL(url, page.location.href).origin !== page.location.origin) throw new TypeError('scripts are loaded from this site only');
    return url;
  },
});

const reader = import('./read-codes.ts');

/* Reading a picture takes tens of milliseconds on a phone, so it is not done on the thread that draws the page. */
page.onmessage = ({ data }) => {
  void reader.then(
    ({ readCodes }) => page.postMessage(readCodes(data)),
    () => page.postMessage(null),
  );
};
