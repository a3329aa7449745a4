import { MAX_SHEET_ROWS, type ComplimentaryCategory, type SheetRow } from '@concert/contracts/booking/complimentary';
import { Button } from '@concert/design-system/button.tsx';
import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { columnsOf, DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Field, TextArea, TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import styles from './complimentary.module.css';
import { texts } from './texts.ts';
import { rowsToAdd, ticketsOf, useSheetImport, type Preview } from './use-sheet-import.ts';

const words = texts.sheet;

/** Adds many guests from a spreadsheet: first shows every row with what is wrong with it, then adds the good ones. */
export function SheetImport({ group, onAdded }: { group: ComplimentaryCategory; onAdded: () => void }) {
  const { text, change, guessed, step, fault, again, setAgain, read, readFile, add, leave, lastDay, setLastDay } = useSheetImport(
    group,
    onAdded,
  );
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (step.at === 'preview' && !step.adding) result.current?.focus();
  }, [step]);
  const toAdd = step.at === 'preview' ? rowsToAdd(step.preview, again && lastDay === undefined) : [];
  const busy = step.at === 'reading' || (step.at === 'preview' && step.adding);
  return (
    <details className="boxed">
      <summary className={`strong ${styles.summary}`}>{words.title}</summary>
      <div className={`stack-16 one-column ${styles.sheetBody}`}>
        <TextArea
          label={words.paste}
          hint={words.how(MAX_SHEET_ROWS)}
          error={fault?.at === 'text' ? fault.said : undefined}
          value={text}
          spellCheck={false}
          autoComplete="off"
          readOnly={busy}
          onChange={(typed) => change(typed.target.value)}
        />
        <Field label={words.file} {...(fault?.at === 'file' ? { error: fault.said } : {})}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              className={`min-0 ${styles.file}`}
              disabled={busy}
              // The name of the file stays to be seen, and the same one can be chosen again once it is mended.
              onClick={(pressed) => (pressed.currentTarget.value = '')}
              onChange={(chosen) => void readFile(chosen.target.files?.[0])}
            />
          )}
        </Field>
        <div>
          <Button
            variant="secondary"
            busy={step.at === 'reading'}
            busyText={words.reading}
            disabled={step.at === 'preview' && step.adding}
            onClick={() => void read(text)}
          >
            {words.show}
          </Button>
        </div>
        <div ref={result} tabIndex={-1} aria-live="polite">
          {step.at === 'added' && <Notice tone="good" title={step.text} />}
          {step.at === 'preview' && <PreviewSummary preview={step.preview} again={again} />}
        </div>
        {step.at === 'preview' && (
          <>
            <Notes notes={[...(guessed ? [words.guessed] : []), ...step.preview.notes]} />
            <SendChoice lastDay={lastDay} onChoice={setLastDay} />
            {lastDay === undefined && <KnownGuests preview={step.preview} again={again} disabled={step.adding} onChoice={setAgain} />}
            <div className="row-12">
              <Button variant="secondary" disabled={step.adding} onClick={leave}>
                {words.leave}
              </Button>
              {toAdd.length > 0 && (
                <Button
                  busy={step.adding}
                  busyText={words.adding}
                  disabled={ticketsOf(toAdd) > step.preview.allotment.left || lastDay === ''}
                  onClick={() => void add(step.preview)}
                >
                  {(lastDay === undefined ? words.add : words.invite)(toAdd.length, ticketsOf(toAdd))}
                </Button>
              )}
            </div>
            <PreviewTable rows={step.preview.rows} />
          </>
        )}
      </div>
    </details>
  );
}

function PreviewSummary({ preview, again }: { preview: Preview; again: boolean }) {
  const { session } = useSession();
  const { good, rows, allotment } = preview;
  const bad = rows.filter(({ errors }) => errors.length > 0).length;
  const known = rows.length - good - bad;
  const tickets = ticketsOf(rowsToAdd(preview, again));
  const over = tickets > allotment.left;
  return (
    <Notice tone={over || good + known === 0 ? 'bad' : bad + known > 0 ? 'warn' : 'good'} title={words.found(good, bad, known)}>
      {over && <p>{words.over(tickets, allotment.left)}</p>}
      {over && session?.role !== 'admin' && <p>{texts.allotment.none}</p>}
      {over ? session?.role === 'admin' && <Link to="/concert-settings">{words.raise}</Link> : bad > 0 ? words.mend : words.allGood}
    </Notice>
  );
}

/** What of the cells was not read, or read by a guess. */
function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Notice tone="warn" live="polite" title={words.notes}>
      {notes.map((note) => (
        <p key={note} className="anywhere">
          {note}
        </p>
      ))}
    </Notice>
  );
}

interface KnownGuestsProps {
  readonly preview: Preview;
  readonly again: boolean;
  readonly disabled: boolean;
  readonly onChoice: (again: boolean) => void;
}

/** Guests who would get a second entry need a confirmation; by default they are not added. */
function KnownGuests({ preview, again, disabled, onChoice }: KnownGuestsProps) {
  const known = preview.rows.filter((row) => row.known !== undefined);
  if (known.length === 0) return null;
  return (
    <Notice tone="warn" title={words.known(known.length)}>
      <Checkbox label={words.addKnown(known.length, ticketsOf(known))} checked={again} disabled={disabled} onCheck={onChoice} />
    </Notice>
  );
}

/** Whether guests get tickets, or are invited; then until when. */
function SendChoice({ lastDay, onChoice }: { lastDay: string | undefined; onChoice: (lastDay: string | undefined) => void }) {
  return (
    <>
      <Select
        label={words.send}
        options={(['tickets', 'invitations'] as const).map((value) => ({ value, label: words.sends[value] }))}
        value={lastDay === undefined ? 'tickets' : 'invitations'}
        onChange={(chosen) => onChoice(chosen.target.value === 'tickets' ? undefined : '')}
      />
      {lastDay !== undefined && (
        <TextField
          label={words.lastDay}
          hint={words.inviteHow}
          type="date"
          value={lastDay}
          onChange={(typed) => onChoice(typed.target.value)}
        />
      )}
    </>
  );
}

/** What needs attention comes first: faults, then guests who already have an entry. */
function PreviewTable({ rows }: { rows: readonly SheetRow[] }) {
  const rank = ({ errors, known }: SheetRow) => (errors.length > 0 ? 0 : known ? 1 : 2);
  const sorted = [...rows].sort((a, b) => rank(a) - rank(b) || a.row - b.row);
  const columns: readonly Column<SheetRow>[] = columnsOf(words.columns, {
    row: { numeric: true, primary: true, cell: ({ row }) => row },
    name: { cell: ({ name }) => <span className="anywhere">{name}</span> },
    email: { cell: ({ email2 }) => <span className="anywhere">{email2}</span> },
    phoneno: { cell: ({ phoneno }) => phoneno },
    notickets: { numeric: true, cell: ({ notickets }) => notickets },
    errors: {
      cell: ({ errors, known }) =>
        known ? (
          <span className={styles.known}>{known}</span>
        ) : errors.length === 0 ? (
          <span className="quiet">{words.fine}</span>
        ) : (
          <ul className="bad plain-list">
            {errors.map(({ field, detail }) => (
              <li key={field}>{detail}</li>
            ))}
          </ul>
        ),
    },
  });
  return (
    <div className={styles.preview} role="region" aria-label={words.caption} tabIndex={0}>
      <DataTable caption={words.caption} captionHidden columns={columns} rows={sorted} rowKey={({ row }) => String(row)} />
    </div>
  );
}
