/** What a browser's translator puts in the place of a text. */
const FONT = 'FONT';

function isFont(node: Node | null | undefined): node is HTMLElement {
  return node?.nodeName === FONT;
}

/**
 * Keeps a page right that the browser translates. Translators replace each text by a `<font>` with other words; React still has the text that
 * was there. It fails when it removes it or puts something before it, and what it writes into it is seen by nobody. So the translation is
 * removed in its stead, and a text that changes comes back, for the translator to translate anew.
 * @returns how to stop, for tests
 */
export function followTranslations(): () => void {
  const translations = new WeakMap<Node, HTMLElement>();
  const taken = new WeakSet<Node>();

  /** The translation that stands directly in `parent` for a text that is not there, or the text itself. */
  const placeOf = (node: Node, parent: Node): Node => {
    if (node.parentNode === parent) return node;
    let place: Node | null | undefined = node.isConnected ? node : translations.get(node);
    while (place && place.parentNode !== parent) place = place.parentNode;
    return isFont(place) ? place : node;
  };

  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const translation = translations.get(target);
      translations.delete(target);
      if (translation?.isConnected && !target.isConnected) translation.replaceWith(target);
    }
  });

  const replacements = new MutationObserver((records) => {
    for (const record of records) {
      // A text that was put somewhere else is there itself again.
      for (const text of record.addedNodes) {
        if (text.isConnected) translations.get(text)?.remove();
      }
      for (const text of record.removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
        const added = records
          .filter(({ target, nextSibling }) => target === record.target && (nextSibling === text || nextSibling === record.nextSibling))
          .flatMap(({ addedNodes }) => [...addedNodes]);
        const font = [record.previousSibling, record.nextSibling, ...added].find(
          (node) => isFont(node) && node.isConnected && !taken.has(node),
        );
        if (!isFont(font)) continue;
        taken.add(font);
        translations.set(text, font);
        changes.observe(text, { characterData: true });
      }
    }
  });
  replacements.observe(document.body, { childList: true, subtree: true });

  // eslint-disable-next-line @typescript-eslint/unbound-method -- each is called on the node that the caller means
  const own = { removeChild: Node.prototype.removeChild, insertBefore: Node.prototype.insertBefore };
  Node.prototype.removeChild = function removeChild<T extends Node>(this: Node, child: T): T {
    own.removeChild.call(this, placeOf(child, this));
    return child;
  };
  Node.prototype.insertBefore = function insertBefore<T extends Node>(this: Node, node: T, before: Node | null): T {
    own.insertBefore.call(this, node, before && placeOf(before, this));
    return node;
  };
  return () => {
    replacements.disconnect();
    changes.disconnect();
    Object.assign(Node.prototype, own);
  };
}
