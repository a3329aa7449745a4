const APPLE = /\b(?:iPhone|iPad|iPod|Macintosh)\b/;
/** A browser of Apple's devices names Safari, and either its version or itself (`CriOS/…`). What an app shows a page in lacks one of the two. */
const APPLE_BROWSER = /^(?=.*\bSafari\/)(?=.*\b(?:Version|\w+iOS)\/)/;
/** Android says that a page is inside an app, or has the version that only such a page has before Chrome's. */
const ANDROID_VIEW = /; wv\)|\bVersion\/[\d.]+ Chrome\//;
/** Some apps add what they are in brackets. */
const ADDED = / \[\w+[\]/]/;

/**
 * Whether a page is shown inside another app (of mails, of messages, of search). No list of names: it is known by what such a browser is
 * made of. It saves no files that a page makes, keeps nothing for long, and Google refuses to sign people in there.
 */
export function isInAppBrowser(userAgent: string): boolean {
  if (ADDED.test(userAgent) || ANDROID_VIEW.test(userAgent)) return true;
  return APPLE.test(userAgent) && userAgent.includes('AppleWebKit/') && !userAgent.includes('Chrome/') && !APPLE_BROWSER.test(userAgent);
}

/** Whether this page is; one that was put on the home screen is not, although its browser has the same name. */
export function isInsideApp(): boolean {
  return isInAppBrowser(navigator.userAgent) && (navigator as { standalone?: boolean }).standalone !== true;
}
