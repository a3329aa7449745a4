import { UNKNOWN_ADDRESS } from '@concert/contracts/core/identity';
import { currentContext } from '@concert/service-kit/process/context';

/** The device that the browser of the request at hand names, in words for its owner, for example 'Firefox on Windows'. */
export const currentDevice = (): string => deviceOf(currentContext()?.userAgent);

/** Where on the internet the request at hand came from, as the gateway saw it; undefined where nobody knows it. */
export function currentSource(): string | undefined {
  const address = currentContext()?.clientAddress;
  return address === UNKNOWN_ADDRESS ? undefined : address;
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  // Each of these also calls itself Chrome or Safari, so the order counts.
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser in a few words, without version: its owner shall know a device again, nobody shall be traced by it. */
export function deviceOf(userAgent: string | undefined): string {
  const named = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'Unknown device');
}
