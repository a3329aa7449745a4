import { showToast } from './toast.tsx';

/** Copies a text, and says in a toast whether the browser let it. */
export async function copyText(text: string, words: { readonly copied: string; readonly notCopied: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'good', text: words.copied });
  } catch {
    showToast({ tone: 'bad', text: words.notCopied });
  }
}
