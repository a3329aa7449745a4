import './first-things.ts';
import './lend-runtime.ts';
import { openPage } from './open-page.tsx';

void openPage();
