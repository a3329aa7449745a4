import { useEffect, useRef, type RefObject } from 'react';

/** Whether the screen is still shown: somebody who has gone to another one is not taken to the payment page. */
export function useIsMounted(): RefObject<boolean> {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
