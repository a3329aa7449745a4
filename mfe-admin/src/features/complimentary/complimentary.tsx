import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { OrganiserPage } from '../organising/organiser-page.tsx';
import { Allotment } from './allotment.tsx';
import styles from './complimentary.module.css';
import { EntriesList, useQuestion } from './entries-list.tsx';
import { EntryForm } from './entry-form.tsx';
import { GROUPS } from './groups.ts';
import { Invitations, useInvitations } from './invitations.tsx';
import { SheetImport } from './sheet-import.tsx';
import { useEntries } from './use-entries.ts';

/** One screen for the three groups of complimentary entries. */
export function Complimentary({ group }: { group: ComplimentaryCategory }) {
  return (
    <OrganiserPage needs="organiser" words={GROUPS[group].words}>
      <Entering group={group} />
    </OrganiserPage>
  );
}

function Entering({ group }: { group: ComplimentaryCategory }) {
  const { list, allotment } = useEntries(group, useQuestion());
  const invitations = useInvitations(group);
  const again = () => {
    list.again();
    invitations.again();
  };
  return (
    <div className="stack-32">
      <div className={`stack-24 ${styles.top}`}>
        <EntryForm group={group} onAdded={list.again} />
        <Allotment allotment={allotment} lobes={GROUPS[group].lobes} />
      </div>
      <SheetImport group={group} onAdded={again} />
      <Invitations group={group} list={invitations} onChanged={again} />
      <EntriesList group={group} list={list} />
    </div>
  );
}
