import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState } from 'react';
import { settingsBodyOf, checkSettings, fieldOf, valuesOf } from './settings-form.ts';
import { texts as words } from './texts.ts';

/** Why nothing was saved; the code where the site said so. */
export interface Refusal {
  readonly text: string;
  readonly code?: string;
}

/** Holds what is typed into the settings, and saves it; a new concert state only after a confirmation. */
export function useSettingsForm(settings: ConcertSettings, onSaved: (settings: ConcertSettings) => void) {
  const first = valuesOf(settings);
  const form = useForm({ name: 'settings', first, summaryFrom: Infinity, mended: 'by-editing', fieldOf });
  const { values } = form;
  const [refusal, setRefusal] = useState<Refusal>();
  const [asked, setAsked] = useState(false);
  const { act } = useAct(settingsRoutes.saveSettings);

  const save = async () => {
    setAsked(false);
    setRefusal(undefined);
    const result = await form.send(() => act({ body: settingsBodyOf(values, settings.version) }));
    if (result?.ok) {
      onSaved(result.value);
    } else if (result) {
      setRefusal({ text: problemText(result.problem), code: result.problem.code });
    }
  };

  const submit = () => {
    if (form.busy) return;
    const checked = checkSettings(values, settings.version);
    if (!checked.ok) {
      setRefusal({ text: words.incomplete });
      form.refuse(checked.errors);
    } else if (values.state !== settings.state) {
      setAsked(true);
    } else {
      void save();
    }
  };

  const undo = () => {
    form.reset();
    setRefusal(undefined);
  };

  const changed = JSON.stringify(values) !== JSON.stringify(first);
  return { form, refusal, changed, asked, submit, save, goBack: () => setAsked(false), undo };
}

/** The settings being edited, and their actions. */
export type SettingsEditing = ReturnType<typeof useSettingsForm>;
