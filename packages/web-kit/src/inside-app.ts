import { isInAppBrowser } from '@concert/contracts/core/in-app-browser';

/**
 * Whether this page is shown inside another app. Google refuses to sign people in there, and such a browser may have no way back from the
 * refusal. On an iPhone only a browser of its own names Safari.
 */
export function isInsideApp(userAgent = navigator.userAgent): boolean {
  if (isInAppBrowser(userAgent)) return true;
  return /\b(iPhone|iPad|iPod)\b/.test(userAgent) && !/\bSafari\//.test(userAgent);
}
