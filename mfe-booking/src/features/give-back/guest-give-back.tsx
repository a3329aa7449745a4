import { complimentaryRoutes, type ComplimentaryDetails } from '@concert/contracts/booking/complimentary';
import { timeInWords, weekdayInWords } from '@concert/contracts/core/time-in-words';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession, useTimeZone } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { texts } from '../../texts.ts';
import { TicketTicks } from '../choice-link/ticket-ticks.tsx';
import { ConfirmedAct } from '../confirmed-act/confirmed-act.tsx';
import { words } from './words.ts';

/** Gives free tickets back, which end at once; who came by the link alone is told to sign in, because a link may be passed on. */
export function GuestGiveBack({ entry: { id, giveBack }, onChanged }: { entry: ComplimentaryDetails; onChanged: () => void }) {
  const { act } = useAct(complimentaryRoutes.giveComplimentaryBack);
  const { session } = useSession();
  const [ticked, setTicked] = useState<readonly number[]>();
  const timeZone = useTimeZone();
  if (!giveBack) return null;
  const { tickets, until, own } = giveBack;
  const back = tickets.filter((number) => ticked?.includes(number) ?? true);
  const run = async () => {
    const said = await act({ params: { entryId: id }, body: { tickets: back } });
    if (!said.ok) return problemText(said.problem);
    setTicked(undefined);
    showToast({ tone: 'good', text: words.guest.done });
    onChanged();
    return undefined;
  };
  return (
    <Notice title={words.title} titleAs="h2" action={!session && <LinkButton to="/login" variant="secondary" text={texts.logIn} />}>
      {own ? (
        <div className="stack-12 items-start">
          <ConfirmedAct
            label={words.act}
            labelOf={words.labelOf(id)}
            title={words.ask(back.length)}
            words={{ keep: words.no, confirm: words.act, busy: words.busy }}
            disabled={back.length === 0}
            run={run}
          >
            {tickets.length > 1 && (
              <TicketTicks legend={words.which} tickets={tickets} companions={[]} chosen={back} onChoose={setTicked} />
            )}
            <p aria-live="polite">{words.guest.atOnce(back.length)}</p>
          </ConfirmedAct>
          <p className="quiet small">{words.until(`${weekdayInWords(until, timeZone)}, ${timeInWords(until, timeZone)}`)}</p>
        </div>
      ) : (
        words.guest.signIn
      )}
    </Notice>
  );
}
