import '@concert/web-kit/schemas-without-eval.ts';
import '@concert/design-system/tokens.css';
import '@concert/design-system/fonts.css';
import '@concert/design-system/base.css';
import '@concert/design-system/classes.css';
import { closePopup } from './close-popup.ts';
import { followTranslations } from '../frame/follow-translations.ts';
import { keepToken } from '../session/keep-token.ts';
import { trustOwnScripts } from './trusted-scripts.ts';

/* Before anything else reads the address, loads a script or makes a schema. */
closePopup();
keepToken();
trustOwnScripts();
followTranslations();
