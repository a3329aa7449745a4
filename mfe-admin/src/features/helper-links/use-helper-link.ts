import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const HELPER_LINK = /^#helper=(.*)$/s;

/** The secret is removed from the address at once and kept as long as the screen is shown. */
export function useHelperLink() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string>();
  useLayoutEffect(() => {
    const found = HELPER_LINK.exec(hash)?.[1];
    if (found !== undefined) setToken(found);
  }, [hash]);
  useEffect(() => {
    if (HELPER_LINK.test(hash)) void navigate({ pathname, search }, { replace: true });
  }, [pathname, search, hash, navigate]);
  return { token, forget: useCallback(() => setToken(undefined), []) };
}
