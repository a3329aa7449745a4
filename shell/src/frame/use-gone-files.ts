import { useEffect, useState } from 'react';

/** Where a script or style sheet of this site is that did not load; undefined for anything else. */
function failedFile({ target }: Event): string | undefined {
  const address = target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : '';
  return address.startsWith(`${window.location.origin}/`) ? address : undefined;
}

/** The site answers, and does not have the file. */
async function isGone(address: string): Promise<boolean> {
  try {
    const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}

/** Whether a file of this page is gone since the site was renewed: what needs it works only once the page is loaded again. */
export function useGoneFiles(): boolean {
  const [gone, setGone] = useState(false);
  useEffect(() => {
    const failed = (event: Event) => {
      const file = failedFile(event);
      if (file) void isGone(file).then((is) => is && setGone(true));
    };
    // Such events do not bubble.
    window.addEventListener('error', failed, true);
    return () => window.removeEventListener('error', failed, true);
  }, []);
  return gone;
}
