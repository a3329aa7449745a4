/** Apps that show pages in a browser of their own, by what they add to the name of the browser; Android names a page inside an app `wv`. */
const NAMED =
  /\b(Instagram|Barcelona|FBAN|FBAV|FB_IAB|FBIOS|Messenger|Line|MicroMessenger|WhatsApp|Twitter|LinkedInApp|Snapchat|Pinterest|TikTok|musical_ly|BytedanceWebview|Bytedance_Webview|KAKAOTALK|NAVER|Viber|Telegram)\b|; wv\)/i;

/** Whether the browser's name says that a page is shown inside another app. Such a browser saves no files that a page makes. */
export function isInAppBrowser(userAgent: string): boolean {
  return NAMED.test(userAgent);
}
