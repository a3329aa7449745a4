/**
 * Names by which apps are known that show pages in a window of their own, and Android's word for such a window. They save no files that a
 * page makes, and Google refuses to sign anybody in there.
 */
const IN_APP =
  /\bFBA[NV]\b|\bFB_IAB|Instagram|\bLine\/|MicroMessenger|KAKAOTALK|Snapchat|Pinterest\/|BytedanceWebview|musical_ly|TikTok|LinkedInApp|Twitter for|; wv\)/;

/** Whether the page is shown inside another app, which can do less than a browser. */
export function isInAppBrowser(userAgent = navigator.userAgent): boolean {
  return IN_APP.test(userAgent);
}
