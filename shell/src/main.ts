import './first-things.ts';
import './lend-runtime.ts';
import { breath } from './breath.ts';

/* What follows is in this file already and is only begun later. */
void (async () => {
  await breath();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await breath();
  const { openPage } = await import(/* webpackMode: "eager" */ './open-page.tsx');
  await breath();
  await openPage();
})();
