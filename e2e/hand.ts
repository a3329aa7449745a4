import type { Locator, Page } from 'playwright-core';

/**
 * A person with a phone, whose work is counted: screens that are shown to them on the way, presses of a finger, keys of the phone's keyboard.
 * What is pasted costs a press and no key; what other programs are asked for (the mail) is not counted.
 */
export class Hand {
  readonly page: Page;
  screens = 0;
  presses = 0;
  keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** Waits for a screen by its heading. */
  async sees(heading: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    this.screens += 1;
  }

  async press(what: Locator): Promise<void> {
    await what.click();
    this.presses += 1;
  }

  /** Presses a field and types into it, key by key. */
  async type(label: string, text: string): Promise<void> {
    const field = this.page.getByLabel(label, { exact: true });
    await this.press(field);
    await field.pressSequentially(text);
    this.keys += text.length;
  }

  /** Presses a field and pastes into it. */
  async paste(label: string, text: string): Promise<void> {
    const field = this.page.getByLabel(label, { exact: true });
    await this.press(field);
    await field.fill(text);
    this.presses += 1;
  }
}
