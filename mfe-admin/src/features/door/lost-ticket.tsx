import { doorRoutes, type FoundHolder } from '@concert/contracts/booking/door';
import { roleIncludes } from '@concert/contracts/core/roles';
import type { InputOf, ResultOf } from '@concert/contracts/core/route';
import { clockTime } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ActDialog } from '../organising/act-dialog.tsx';
import type { FoundTickets, Verdict } from './door-list.ts';
import styles from './door.module.css';
import { texts } from './texts.ts';

const words = texts.lost;
const LOOK_UP_MS = 10_000;

interface LostTicketProps {
  /** The name of this door. */
  readonly door: string;
  readonly offline: boolean;
  readonly onAdmit: (found: FoundTickets) => Promise<Verdict>;
  /** Brings what was found into view. */
  readonly onFound: (found: HTMLElement) => void;
  /** Scans that were undone: their tickets can be let in again. */
  readonly undone: ReadonlySet<string>;
  readonly timeZone: string;
}

/** For somebody who lost their ticket: the server finds it by name, and lets it in once. */
export function LostTicket({ door, offline, onAdmit, onFound, undone, timeZone }: LostTicketProps) {
  const { act } = useAct(doorRoutes.lookUpHolders, { timeoutMs: LOOK_UP_MS, saysSessionEnd: true });
  const form = useForm({ name: 'holder', first: { text: '' }, summaryFrom: Infinity });
  const [found, setFound] = useState<ResultOf<typeof doorRoutes.lookUpHolders>>();
  const list = useRef<HTMLDivElement>(null);

  const search = async () => {
    const answer = await form.send(() => act({ body: { ...form.values, door } }));
    if (!answer) return;
    flushSync(() => setFound(answer.ok ? answer.value : undefined));
    if (list.current) onFound(list.current);
    else if (!answer.ok) form.focus('text');
  };
  const close = () => {
    form.reset();
    setFound(undefined);
    form.focus('text');
  };

  return (
    <details className={styles.lost}>
      <summary className="strong">{words.title}</summary>
      {offline ? (
        <div className="stack-12">
          <p>{words.offline}</p>
        </div>
      ) : (
        <div className="stack-12">
          <Form form={form} className={`stack-12 ${styles.typed}`} onSubmit={() => void search()}>
            <TextField {...form.field('text')} label={words.label} hint={words.hint} autoComplete="off" spellCheck={false} maxLength={60} />
            <Button type="submit" variant="secondary" busy={form.busy} busyText={words.busy}>
              {words.find}
            </Button>
          </Form>
          <Failure text={form.refusal?.code === 'request.too_many' ? words.tooMany : form.failure} />
          <div role="status">{found && <p className="strong">{words.found(found.holders.length, found.more)}</p>}</div>
          {found && found.holders.length > 0 && (
            <div ref={list} className="stack-12" role="group" aria-label={words.results} tabIndex={-1}>
              <p>{words.askFor}</p>
              <ul className="stack-12 plain-list">
                {found.holders.map((holder) => (
                  <li key={holder.holder} className={styles.conflict}>
                    <Holder holder={holder} onAdmit={onAdmit} undone={undone} timeZone={timeZone} />
                  </li>
                ))}
              </ul>
            </div>
          )}
          {found && (
            <Button variant="plain" className="justify-start" onClick={close}>
              {words.close}
            </Button>
          )}
        </div>
      )}
    </details>
  );
}

/** A try to let a ticket in from here. */
interface Try {
  readonly scanId: string;
  readonly isIn: boolean;
}

function Holder({
  holder: { holder, name, tickets },
  onAdmit,
  undone,
  timeZone,
}: { holder: FoundHolder } & Pick<LostTicketProps, 'onAdmit' | 'undone' | 'timeZone'>) {
  const [tries, setTries] = useState<ReadonlyMap<number, Try>>(new Map());
  const [takenBack, setTakenBack] = useState<readonly number[]>([]);
  const tryOf = (number: number) => {
    const known = tries.get(number);
    return known && !undone.has(known.scanId) ? known : undefined;
  };
  const note = (made: Iterable<readonly [number, Try]>) => setTries((before) => new Map([...before, ...made]));
  const admit = async (numbers: readonly number[]) => {
    // Made once for each ticket: pressing again after an answer was lost is the same scan.
    const asked = numbers.map((number) => ({ scanId: tryOf(number)?.scanId ?? crypto.randomUUID(), byName: { holder, number } }));
    note(asked.map(({ scanId, byName: { number } }) => [number, { scanId, isIn: false }]));
    const { scans = [], reason } = await onAdmit({ name, tickets: asked });
    const isIn = (scanId: string) => scans.some((scan) => scan.scanId === scanId) || (asked.length === 1 && reason === 'already_inside');
    note(asked.map(({ scanId, byName: { number } }) => [number, { scanId, isIn: isIn(scanId) }]));
  };
  const isIn = ({ number, insideAt }: FoundHolder['tickets'][number]) =>
    Boolean(tryOf(number)?.isIn || (insideAt && !takenBack.includes(number)));
  const open = tickets.filter((ticket) => ticket.state === 'valid' && !isIn(ticket)).map(({ number }) => number);
  return (
    <>
      <div className="row-8-16 between">
        <p className="strong">{name}</p>
        {open.length > 1 && (
          <Button aria-label={words.admitAllOf(open.length, name)} onClick={() => void admit(open)}>
            {words.admitAll(open.length)}
          </Button>
        )}
      </div>
      <ul className="stack-12 plain-list">
        {tickets.map((ticket) => {
          const { seating, number, of, state, insideAt, insideDoor, insideScan } = ticket;
          const label = texts.ticket(seating, number, of);
          return (
            <li key={number} className="row-8-16 between">
              <span>{label}</span>
              {state !== 'valid' ? (
                <span className="quiet figures">{texts.reasons[state]}</span>
              ) : !isIn(ticket) ? (
                <Button variant="secondary" aria-label={words.admitTicket(name, label)} onClick={() => void admit([number])}>
                  {words.admit}
                </Button>
              ) : insideAt && !takenBack.includes(number) ? (
                <>
                  <span className="quiet figures">{texts.reasons.already_inside(clockTime(insideAt, timeZone), insideDoor ?? '')}</span>
                  {insideScan && (
                    <TakeBack
                      admission={{ holder, number, scanId: insideScan }}
                      name={name}
                      label={label}
                      onTaken={() => setTakenBack((before) => [...before, number])}
                    />
                  )}
                </>
              ) : (
                <span className="quiet figures">{texts.reasons.already}</span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface TakeBackProps {
  readonly admission: InputOf<typeof doorRoutes.takeAdmissionBack>['body'];
  readonly name: string;
  readonly label: string;
  readonly onTaken: () => void;
}

/** For organisers: an admission that was a mistake. */
function TakeBack({ admission, name, label, onTaken }: TakeBackProps) {
  const { session } = useSession();
  const [asked, setAsked] = useState(false);
  if (!session || !roleIncludes(session.role, 'organiser')) return null;
  return (
    <>
      <Button variant="plain" aria-label={words.takeBackOf(name, label)} onClick={() => setAsked(true)}>
        {words.takeBack}
      </Button>
      <ActDialog
        route={doorRoutes.takeAdmissionBack}
        input={{ body: admission }}
        open={asked}
        title={words.ask.title}
        onClose={() => setAsked(false)}
        words={{ ...words.ask, busy: words.busy }}
        onDone={onTaken}
      >
        <p>{words.ask.text(name, label)}</p>
        <p>{words.ask.more}</p>
      </ActDialog>
    </>
  );
}
