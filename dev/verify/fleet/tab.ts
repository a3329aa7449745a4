import { chromium, type Browser, type Page } from 'playwright-core';
import { OFFLINE_BROWSER_FLAGS, signIn } from '@concert/test-kit/browser';
import type { SampleAccount } from '../../system/sample-accounts.ts';

const PATIENCE_MS = 60_000;
/** Said by a remote that has the page loaded anew, because it needs more of the shell than the tab's has. */
const OLDER_SHELL = /the shell is older than this remote/;

/** A browser with one tab, which finds the site at one copy of the gateway whatever the balancer would say. */
export class Tab {
  /** Files that were not there, and answers of 500 and above. */
  readonly faults: string[] = [];
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page, site: string) {
    this.#browser = browser;
    this.#page = page;
    page.on('response', (response) => {
      const { pathname, origin } = new URL(response.url());
      if (origin !== site) return;
      if (response.status() >= 500 || (response.status() === 404 && /\.(js|css)$/.test(pathname)))
        this.faults.push(`${response.status()} ${pathname}`);
    });
    page.on('pageerror', (error) => void (OLDER_SHELL.test(error.message) || this.faults.push(`uncaught: ${error.message}`)));
  }

  /** @param trusted the key of a certificate it believes whoever signed that: SHA-256 of it, in base64 */
  static async open(executablePath: string, site: string, port: number, trusted = ''): Promise<Tab> {
    const browser = await chromium.launch({
      executablePath,
      headless: true,
      args: [
        ...OFFLINE_BROWSER_FLAGS,
        `--host-resolver-rules=MAP ${new URL(site).host} 127.0.0.1:${port}`,
        `--ignore-certificate-errors-spki-list=${trusted}`,
      ],
    });
    const context = await browser.newContext({ baseURL: site });
    context.setDefaultTimeout(PATIENCE_MS);
    return new Tab(browser, await context.newPage(), site);
  }

  /** Signs in, reserves, pays on the provider's page and reads that it worked. */
  async buy(account: SampleAccount, payments: string): Promise<void> {
    const page = this.#page;
    await signIn(page, account);
    await page.goto('/reserve-your-seat');
    await page.getByText(account.email).first().waitFor();
    // Other journeys bought general seats for this account, and a second purchase soon after is asked about.
    await page.getByRole('radio', { name: /Preferred/ }).press('Space');
    await page.getByLabel('Phone Number').fill('(555) 123-4567');
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    await page.waitForURL((url) => url.origin === payments);
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Expiry (MM / YY)').fill('12 / 34');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL(({ pathname }) => pathname === '/payment-successful');
    await page.getByText('Process Completed').waitFor();
  }

  /** Registers a passkey on a device that always knows its owner (WebAuthn domain of the DevTools protocol), and signs in with it alone. */
  async usePasskey(): Promise<void> {
    const page = this.#page;
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    const device = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const;
    await devTools.send('WebAuthn.addVirtualAuthenticator', { options: { ...device, automaticPresenceSimulation: true } });
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Telephone');
    await page.getByRole('button', { name: 'Register a passkey' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Telephone' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Sign in successful').waitFor();
  }

  /**
   * Goes on to screens of another remote by links, and asks the site who it is.
   * @returns whether the site loaded the page anew meanwhile
   */
  async goOn(account: SampleAccount): Promise<boolean> {
    const page = this.#page;
    await page.evaluate('window.stillTheSame = true');
    for (const path of ['/artists', '/profile']) {
      await page.locator(`header a[href="${path}"]`).first().click();
      await page.waitForURL((url) => url.pathname === path);
      await page.locator('main').getByRole('heading', { level: 1 }).first().waitFor();
    }
    await page
      .locator('main')
      .getByText(account.email)
      .or(page.locator(`main input[value="${account.email}"]`))
      .first()
      .waitFor();
    return (await page.evaluate('window.stillTheSame')) !== true;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
