import './first-things.ts';
import './lend-runtime.ts';
import { yieldToMain } from './yield-to-main.ts';

/* The code that follows is in this file already, and only starts later. */
void (async () => {
  await yieldToMain();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await yieldToMain();
  const { openPage } = await import(/* webpackMode: "eager" */ './open-page.tsx');
  await yieldToMain();
  await openPage();
})();
