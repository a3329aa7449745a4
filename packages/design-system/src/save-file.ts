import { isInsideApp } from '@concert/contracts/core/in-app-browser';
import { showToast } from './toast.tsx';

/** Safari begins to read a file well after the click; until then its address has to hold. */
const ADDRESS_HOLDS_MS = 60_000;

/** Hands a file to the browser, as every download of the site does. Inside another app nothing could be saved, so that is said instead. */
export function saveFile(file: Blob, name: string): void {
  if (isInsideApp()) {
    showToast({ tone: 'bad', text: 'This app cannot save files. Open this page in your browser and try again.' });
    return;
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_HOLDS_MS);
}
