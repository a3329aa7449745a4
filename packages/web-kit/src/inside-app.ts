/** Apps that show pages in a browser of their own, by what they add to the name of the browser. */
const NAMED =
  /\b(Instagram|Barcelona|FBAN|FBAV|FB_IAB|FBIOS|Messenger|Line|MicroMessenger|WhatsApp|Twitter|LinkedInApp|Snapchat|Pinterest|TikTok|musical_ly|BytedanceWebview|Bytedance_Webview|KAKAOTALK|NAVER|Viber|Telegram)\b/i;

/**
 * Whether this page is shown inside another app. Google refuses to sign people in there, and such a browser may have no way back from the
 * refusal. Android names a page inside an app `wv`; on an iPhone only a browser of its own names Safari.
 */
export function isInsideApp(userAgent = navigator.userAgent): boolean {
  if (NAMED.test(userAgent) || /; wv\)/.test(userAgent)) return true;
  return /\b(iPhone|iPad|iPod)\b/.test(userAgent) && !/\bSafari\//.test(userAgent);
}
