import { findTool } from './programs.ts';

/** Names and places under which browsers of the Chromium family are installed; first the one without windows, which does the same for less. */
const KNOWN = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
];

/** Finds a browser for the journeys, installing one where that is allowed. */
export function findBrowser(options: Parameters<typeof findTool>[1] = {}): Promise<string> {
  const packages = ['chromium-headless-shell', 'chromium'];
  const tool = { what: 'a browser of the Chromium family', setting: 'CHROME_PATH', names: KNOWN, probe: '--version', packages };
  return findTool(tool, options);
}
