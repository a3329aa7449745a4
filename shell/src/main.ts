import './boot/preload.ts';
import './boot/shared-runtime.ts';
import { yieldToMain } from './boot/yield-to-main.ts';

/* The code that follows is in this file already, and only starts later. */
void (async () => {
  await yieldToMain();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await yieldToMain();
  const { openPage } = await import(/* webpackMode: "eager" */ './boot/open-page.tsx');
  await yieldToMain();
  await openPage();
})();
