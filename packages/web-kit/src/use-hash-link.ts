import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * What a link carries behind `#`, where no server and no other site sees it. It is removed from the address at once and kept as long as the
 * screen is shown.
 * @param linkIn what such a part of an address carries, or undefined; the same function at every drawing
 */
export function useHashLink<Link extends string | object>(linkIn: (hash: string) => Link | undefined) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<Link>();
  // A page may be prerendered without it: it is read only after hydration, and before anything is painted.
  useLayoutEffect(() => {
    const found = linkIn(hash);
    if (found !== undefined) setLink(found);
  }, [linkIn, hash]);
  useEffect(() => {
    if (linkIn(hash) !== undefined) void navigate({ pathname, search }, { replace: true });
  }, [linkIn, pathname, search, hash, navigate]);
  return [link, setLink] as const;
}
