import type { ProblemDocument } from '@concert/contracts/core/problem';
import { useRef, useState } from 'react';
import { problemText } from '../problem-text.ts';
import { errorsOfProblem, type FieldErrors, type FieldOf, type Outcome } from './field-errors.ts';

export interface FormOptions<V extends object> {
  /** Begins the id of each of its controls. */
  readonly name: string;
  /** What stands in it at first. */
  readonly first: V;
  /** Its fields in the order they stand; those of `first` unless said. */
  readonly fields?: readonly string[];
  /** Called when somebody changed a field. */
  readonly onEdit?: (field: keyof V & string, value: string) => void;
  /** From how many faults on a summary tells them all and takes the focus; with fewer, the first wrong field takes it. */
  readonly summaryFrom?: number;
  /** Whether a fault stands until the next try, or goes as soon as its field is edited. */
  readonly mended?: 'by-trying' | 'by-editing';
  /** Checks what is being typed: each field says its fault from its first edit on, all of them after a try. */
  readonly checkEdited?: (values: V) => FieldErrors;
  /** Names the field for a place in the body, where the two are named differently. */
  readonly fieldOf?: FieldOf;
}

type TextField<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

/** What a control of text needs to know of its field. */
export interface FieldBinding {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (change: { readonly target: { readonly value: string } }) => void;
}

/** What is typed into a form, and how its last try stands. */
export interface FormState<V extends object> {
  readonly values: V;
  /** What is wrong, by field. */
  readonly errors: FieldErrors;
  /** The same in the order of the fields, where a summary tells it. */
  readonly summary: readonly { readonly fieldId: string; readonly text: string }[];
  /** The answer that refused the last try for no fault of a field. */
  readonly refusal: ProblemDocument | undefined;
  /** The same in words for people. */
  readonly failure: string | undefined;
  /** Raised by one at every try that found faults. */
  readonly attempt: number;
  readonly busy: boolean;
  readonly field: (name: TextField<V>) => FieldBinding;
  /** Id of a field's control. */
  readonly idOf: (field: string) => string;
  readonly focus: (field: string) => void;
  /** Somebody changes a field. @param errorAt the name its faults stand under, where that is not its own */
  readonly edit: <K extends keyof V & string>(field: K, value: V[K], errorAt?: string) => void;
  /** Puts in what nobody typed; a field that was edited keeps what it has. */
  readonly fill: (values: Partial<V>) => void;
  /** Says what is wrong with what was sent. */
  readonly refuse: (errors: FieldErrors) => void;
  /** Makes one try at a time, and says what came of it; undefined while another one is under way. What was typed stays. */
  readonly send: <O extends Outcome<unknown>>(work: () => Promise<O>) => Promise<O | undefined>;
  /** Forgets how the last try went. */
  readonly clear: () => void;
  /** Begins anew with these values, or with the first ones. */
  readonly reset: (values?: V) => void;
}

const NONE: FieldErrors = {};

/** A form's way from what is typed to the server and back: faults at their fields, one try at a time. It knows no schema. */
export function useForm<V extends object>(options: FormOptions<V>): FormState<V> {
  const { name, first, fields = Object.keys(first), summaryFrom = 1, mended = 'by-trying', checkEdited, fieldOf } = options;
  const [typed, setTyped] = useState<Typed<V>>({ values: first, edited: new Set(), tried: false });
  const [found, setFound] = useState(NONE);
  const [refusal, setRefusal] = useState<ProblemDocument>();
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const { values } = typed;
  const errors = checkEdited ? ofEdited({ ...found, ...checkEdited(values) }, typed) : found;
  const idOf = (field: string) => `${name}-${field.replace(/\s/g, '-')}`;

  const edit: FormState<V>['edit'] = (field, value, errorAt = field) => {
    setTyped((now) => ({ ...now, values: { ...now.values, [field]: value }, edited: new Set(now.edited).add(field) }));
    if (mended === 'by-editing' || checkEdited) setFound(({ [errorAt]: _mended, ...rest }) => rest);
    options.onEdit?.(field, String(value));
  };
  const refuse = (faults: FieldErrors) => {
    setFound(faults);
    setTyped((now) => ({ ...now, tried: true }));
    setAttempt((now) => now + 1);
  };
  const clear = () => {
    setFound(NONE);
    setRefusal(undefined);
  };
  const send: FormState<V>['send'] = async (work) => {
    if (underWay.current) return undefined;
    underWay.current = true;
    setBusy(true);
    clear();
    try {
      const outcome = await work();
      if ('errors' in outcome) refuse(outcome.errors);
      else if (!outcome.ok && outcome.problem.errors?.length) refuse(errorsOfProblem(outcome.problem, fieldOf));
      else if (!outcome.ok) setRefusal(outcome.problem);
      return outcome;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  return {
    values,
    errors,
    summary: Object.keys(errors).length < summaryFrom ? [] : summaryOf(errors, fields, idOf),
    refusal,
    failure: refusal && problemText(refusal),
    attempt,
    busy,
    field: (key) => ({
      id: idOf(key),
      name: key,
      value: String(values[key]),
      error: errors[key],
      onChange: ({ target }) => edit(key, target.value as V[typeof key]),
    }),
    idOf,
    focus: (field) => document.getElementById(idOf(field))?.focus(),
    edit,
    fill: (given) => setTyped((now) => filled(now, given)),
    refuse,
    send,
    clear,
    reset: (next = first) => {
      setTyped({ values: next, edited: new Set(), tried: false });
      clear();
    },
  };
}

interface Typed<V> {
  readonly values: V;
  readonly edited: ReadonlySet<string>;
  /** Whether a try was refused since the form began. */
  readonly tried: boolean;
}

function filled<V>(typed: Typed<V>, given: Partial<V>): Typed<V> {
  const free = Object.entries(given).filter(([field]) => !typed.edited.has(field));
  return { ...typed, values: { ...typed.values, ...Object.fromEntries(free) } };
}

function ofEdited<V>(errors: FieldErrors, { edited, tried }: Typed<V>): FieldErrors {
  return tried ? errors : Object.fromEntries(Object.entries(errors).filter(([field]) => edited.has(field)));
}

/** A fault of no field of the form leads to the first one. */
function summaryOf(errors: FieldErrors, fields: readonly string[], idOf: (field: string) => string) {
  const place = (field: string) => (fields.includes(field) ? fields.indexOf(field) : fields.length);
  return Object.entries(errors)
    .sort(([one], [other]) => place(one) - place(other))
    .map(([field, text]) => ({ fieldId: idOf(fields.includes(field) ? field : (fields[0] ?? field)), text }));
}
