import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { bodyOf, faultsOf, fieldOf, valuesOf, type Fault, type SettingsValues } from './settings-form.ts';
import { texts as words } from './texts.ts';

/** Why nothing was saved; `stale` when somebody else changed the settings meanwhile. */
export interface Refusal {
  readonly text: string;
  readonly stale: boolean;
}

/** The settings being edited, and the acts on them. */
export interface SettingsEditing {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly values: SettingsValues;
  /** What is wrong, by the name of the field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly refusal: Refusal | undefined;
  readonly busy: boolean;
  readonly changed: boolean;
  /** Whether the question stands that is asked before the concert's state changes. */
  readonly asked: boolean;
  /** @param error the name under which a fault of this value stands, where it is not the field's own */
  readonly set: <K extends keyof SettingsValues>(field: K, value: SettingsValues[K], error?: string) => void;
  readonly submit: (submitted: FormEvent) => void;
  readonly save: () => Promise<void>;
  readonly goBack: () => void;
  readonly undo: () => void;
}

/** Holds what is typed into the settings, and saves it: a change of the concert's state only after a question. */
export function useSettingsForm(settings: ConcertSettings, onSaved: (settings: ConcertSettings) => void): SettingsEditing {
  const first = valuesOf(settings);
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<Refusal>();
  const [asked, setAsked] = useState(false);
  const { act, busy } = useAct(settingsRoutes.saveSettings);
  const form = useRef<HTMLFormElement>(null);

  const set: SettingsEditing['set'] = (field, value, error = field) => {
    setValues((now) => ({ ...now, [field]: value }));
    setErrors(({ [error]: _mended, ...rest }) => rest);
  };

  const refuse = (faults: readonly Fault[]) => {
    const found: Record<string, string> = {};
    for (const { pointer, detail } of faults) found[fieldOf(pointer)] ??= detail;
    setErrors(found);
    const name = [...(form.current?.elements ?? [])].map((element) => element.getAttribute('name') ?? '').find((each) => each in found);
    if (name) form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };

  const save = async () => {
    setAsked(false);
    setRefusal(undefined);
    const result = await act({ body: bodyOf(values, settings.version) });
    if (result.ok) {
      showToast({ tone: 'good', text: words.saved });
      onSaved(result.value);
      return;
    }
    refuse(result.problem.errors ?? []);
    setRefusal({ text: problemText(result.problem), stale: result.problem.code === 'booking.settings_changed' });
  };

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (busy) return;
    const faults = faultsOf(values, settings.version);
    if (faults.length > 0) {
      setRefusal({ text: words.incomplete, stale: false });
      refuse(faults);
      return;
    }
    if (values.state !== settings.state) setAsked(true);
    else void save();
  };

  const undo = () => {
    setValues(first);
    setErrors({});
    setRefusal(undefined);
  };

  const changed = JSON.stringify(values) !== JSON.stringify(first);
  return { form, values, errors, refusal, busy, changed, asked, set, submit, save, goBack: () => setAsked(false), undo };
}
