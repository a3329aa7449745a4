import { AuditScreen } from '../features/audit/audit-screen.tsx';
import { texts } from '../features/audit/texts.ts';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

/** `/audit-log`: who did what. */
export default function AuditLog() {
  return (
    <OrganiserPage needs="organiser" purpose={texts.purpose} lede={texts.lede}>
      <AuditScreen />
    </OrganiserPage>
  );
}
