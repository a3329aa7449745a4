import type { PasskeyView } from '@concert/contracts/auth/passkeys';
import { Button } from '@concert/design-system/button.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { makePasskey, type PasskeyOutcome } from '@concert/web-kit/passkeys.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from './texts.ts';

/** Names a passkey and has the device make it. */
export function RegisterForm({ through, onAdded }: { readonly through: ProofWrapper; readonly onAdded: (passkey: PasskeyView) => void }) {
  const words = texts.form;
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ name: 'passkey', first: { name: '' }, summaryFrom: 2 });

  const register = async () => {
    setRefusal(undefined);
    await form.send(() =>
      // The name alone can be checked before there is a passkey.
      authApi.submit('renamePasskey', form.values, async ({ name }) => {
        const outcome = await registerPasskey(name, through);
        if (outcome.ok) onAdded(outcome.value);
        else setRefusal(outcome.text);
        return { ok: true, value: undefined };
      }),
    );
  };

  return (
    <Form form={form} prepare={authApi.prepare} onSubmit={() => void register()}>
      <Failure text={refusal ?? form.failure} />
      <TextField {...form.field('name')} label={words.name} hint={words.nameHint} required />
      <Button type="submit" wide busy={form.busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </Form>
  );
}

/** Wraps a call that may ask again who somebody is. */
export type ProofWrapper = <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;

/** Has the device make a passkey, and the site keep it. */
async function registerPasskey(name: string, through: ProofWrapper): Promise<PasskeyOutcome<PasskeyView>> {
  const begun = await through(() => authApi.call.beginPasskey());
  if (!begun.ok) return { ok: false, text: problemText(begun.problem) };
  const made = await makePasskey(begun.value);
  if (!made.ok) return made;
  const added = await authApi.call.addPasskey({ body: { name, registration: made.value } });
  return added.ok ? { ok: true, value: added.value.passkey } : { ok: false, text: problemText(added.problem) };
}
