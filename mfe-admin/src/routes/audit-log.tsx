import { AuditScreen } from '../features/audit/audit-screen.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/audit-log`: who did what. */
export default function AuditLog() {
  const { purpose, lede } = texts.audit;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <AuditScreen />
    </OrganiserPage>
  );
}
