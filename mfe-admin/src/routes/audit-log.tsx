import { AuditScreen } from '../features/audit/audit-screen.tsx';
import { texts } from '../features/audit/texts.ts';
import { organiserPage } from '../features/organising/organiser-page.tsx';

/** `/audit-log`: who did what. */
export default organiserPage('organiser', AuditScreen, texts);
