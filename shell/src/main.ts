import './first-things.ts';
import './lend-runtime.ts';
import { yieldToMain } from './yield-to-main.ts';

/* What follows is in this file already and is only begun later. */
void (async () => {
  await yieldToMain();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await yieldToMain();
  const { openPage } = await import(/* webpackMode: "eager" */ './open-page.tsx');
  await yieldToMain();
  await openPage();
})();
