import { codeMailRoutes } from '@concert/contracts/notify/code-mails';
import { useEffect, useState } from 'react';
import { callRoute } from './api-client.ts';

/** Providers tell within seconds that a mail is refused; the second look is for those that take longer. */
const LOOKS_MS = [8_000, 40_000];

/**
 * Whether the mail with the code is refused, as far as is known.
 * @param request the secret of this browser
 * @param sentAgain grows with each further mail, after which it is looked at anew
 */
export function useRefusedMail(request: string, sentAgain: number): boolean {
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    let isOver = false;
    const looks = LOOKS_MS.map((ms) =>
      setTimeout(() => {
        void callRoute(codeMailRoutes.checkCodeMail, { body: { request } }).then((answer) => {
          if (answer.ok && !isOver) setRefused(answer.value.refused);
        });
      }, ms),
    );
    return () => {
      isOver = true;
      looks.forEach(clearTimeout);
    };
  }, [request, sentAgain]);
  return refused;
}
