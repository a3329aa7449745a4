import '@concert/web-kit/schemas-without-eval.ts';
import { pageAt } from '@concert/contracts/core/pages';
import '@concert/design-system/tokens.css';
import '@concert/design-system/base.css';
import { endPopup } from './end-popup.ts';
import { keepToken } from './keep-token.ts';
import './lend-runtime.ts';
import { loadRemote } from './remotes.ts';
import { trustOwnScripts } from './trusted-scripts.ts';

endPopup();
keepToken();
trustOwnScripts();

// The screen of this address is asked for beside the shell's own program, not after it. Whoever shows it will meet the
// same failure and can say so; here it has nobody to be told to.
const page = pageAt(window.location.pathname);
if (page) loadRemote(page.remote).catch(() => undefined);

void import('./bootstrap.tsx');
