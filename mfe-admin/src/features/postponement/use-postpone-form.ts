import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import { showToast } from '@concert/design-system/toast.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState } from 'react';
import { checkPostponing, fieldOf, firstValues, type PostponingBody } from './postponing.ts';
import { texts } from './texts.ts';

/** Holds what is typed of a postponement, and sends it after a confirmation. */
export function usePostponeForm(settings: ConcertSettings, onPostponed: (settings: ConcertSettings) => void) {
  const form = useForm({ name: 'postponing', first: firstValues(settings), summaryFrom: Infinity, mended: 'by-editing', fieldOf });
  const [asked, setAsked] = useState<PostponingBody>();
  const { act } = useAct(settingsRoutes.postponeConcert);

  const submit = () => {
    if (form.busy) return;
    const checked = checkPostponing(form.values, settings.version, settings.date.timeZone);
    if (checked.ok) setAsked(checked.value);
    else form.refuse(checked.errors);
  };

  const confirm = async () => {
    if (!asked) return;
    setAsked(undefined);
    const result = await form.send(() => act({ body: asked }));
    if (!result?.ok) return;
    showToast({ tone: 'good', text: texts.date.done });
    onPostponed(result.value);
  };

  return { form, asked, submit, confirm, goBack: () => setAsked(undefined) };
}
