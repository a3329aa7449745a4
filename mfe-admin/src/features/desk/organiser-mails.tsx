import { ORGANISER_MAILS, organiserMailRoutes, type OrganiserMail } from '@concert/contracts/notify/organiser-mails';
import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useState } from 'react';
import { useProvenAct } from '../sign-in-again/use-sign-in-again.tsx';
import styles from './desk.module.css';
import { texts } from './texts.ts';

const words = texts.organisers;

/** Which mails organisers get: one list of switches for the team. */
export function OrganiserMails() {
  const reading = useRoute(organiserMailRoutes.showOrganiserMails, {});
  const { act, busy, failure, dialog } = useProvenAct(organiserMailRoutes.switchOrganiserMail);
  const [switched, setSwitched] = useState<readonly OrganiserMail[]>();
  const change = async (mail: OrganiserMail, on: boolean) => {
    const saved = await act({ body: { mail, on } });
    if (saved.ok) setSwitched(saved.value.off);
  };
  return (
    <>
      <p className={styles.quiet}>{words.lede}</p>
      {failure && <Notice tone="bad" live="assertive" title={words.notSwitched(failure)} />}
      <Read reading={reading} words={words} skeleton={<Skeleton shape="field" count={4} label={words.reading} />}>
        {({ off }) =>
          ORGANISER_MAILS.map((mail) => (
            <Checkbox
              key={mail}
              id={`organiser-mail-${mail}`}
              label={words.kinds[mail]}
              checked={!(switched ?? off).includes(mail)}
              disabled={busy}
              onCheck={(on) => void change(mail, on)}
            />
          ))
        }
      </Read>
      <p className={styles.quiet}>{words.refused}</p>
      {dialog}
    </>
  );
}
