/*
 * The labels of a field, found by a selector. jsdom looks through the whole page for each field and again for each label there is, which
 * took two thirds of the time of a screen with many fields.
 */
for (const { prototype } of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement])
  Object.defineProperty(prototype, 'labels', {
    get(this: HTMLElement) {
      const around = this.closest('label:not([for])');
      const named = this.id === '' ? [] : this.ownerDocument.querySelectorAll(`label[for="${this.id.replace(/["\\]/g, '\\$&')}"]`);
      return around ? [...named, around] : [...named];
    },
  });
