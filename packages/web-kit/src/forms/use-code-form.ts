import { codeIn, plainSigns } from '@concert/contracts/core/as-typed';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { useState } from 'react';
import type { Result } from '../api-client.ts';
import { problemText } from '../problem-text.ts';
import { useForm, type FieldBinding } from './use-form.ts';

/** Digits of a code that signs in. */
const CODE_LENGTH = 6;

const words = {
  missing: 'Please type the six digits from the email',
  unclear: 'It is not clear which digits are the code. Please type the six digits from the email',
};

export interface CodeFormOptions {
  /** Signs in with the code. */
  readonly use: (code: string) => Promise<Result<unknown>>;
  /** Has another code sent; the one before ends. */
  readonly again: () => Promise<Result<unknown>>;
}

/**
 * What comes of a change of the field. Who types or deletes has digits; of what was pasted or filled in only a code that is sure counts, and
 * the beginning of one.
 * @returns undefined where it is not clear which digits are the code
 */
function codeOf(value: string, before: string): string | undefined {
  const digits = plainSigns(value).replace(/\D/g, '');
  if (value.length <= before.length + 1) return digits.length > CODE_LENGTH ? before : digits;
  const code = codeIn(value) ?? (value.startsWith(before) ? codeIn(value.slice(before.length)) : undefined);
  return code ?? (digits.length < CODE_LENGTH && digits === plainSigns(value).replace(/[ -]/g, '') ? digits : undefined);
}

/** A form with one field, which sends itself as soon as the last digit stands. A code that was refused makes room for the next. */
export function useCodeForm({ use, again }: CodeFormOptions) {
  const form = useForm({ name: 'sign-in', first: { code: '' }, mended: 'by-editing', summaryFrom: 2 });
  const [sending, setSending] = useState(false);
  const [sentAgain, setSentAgain] = useState(0);
  const [unsent, setUnsent] = useState<ProblemDocument>();
  const problem = unsent ?? form.refusal;

  const submit = (code = form.values.code) => {
    if (code.length < CODE_LENGTH) {
      form.refuse({ code: words.missing });
      return;
    }
    setUnsent(undefined);
    void form.send(async () => {
      const used = await use(code);
      if (used.ok || used.problem.code.startsWith('network.')) return used;
      form.edit('code', '');
      return used.problem.code === 'auth.code_refused' ? { ok: false, errors: { code: problemText(used.problem) } } : used;
    });
  };
  const sendAgain = async () => {
    setSending(true);
    form.reset();
    const sent = await again();
    setSending(false);
    setUnsent(sent.ok ? undefined : sent.problem);
    if (sent.ok) setSentAgain((times) => times + 1);
  };

  return {
    attempt: form.attempt,
    summary: form.summary,
    reset: form.reset,
    busy: form.busy,
    field: {
      ...form.field('code'),
      onChange: ({ target }: Parameters<FieldBinding['onChange']>[0]) => {
        const code = codeOf(target.value, form.values.code);
        form.edit('code', code ?? '');
        if (code === undefined) return form.refuse({ code: words.unclear });
        if (code.length === CODE_LENGTH && code !== form.values.code) submit(code);
      },
    },
    // Why the last try came to nothing, where it is not the code that is wrong.
    failure: problem && problemText(problem),
    // Only another code helps.
    isSpent: problem?.code === 'auth.code_spent',
    submit: () => submit(),
    sendAgain,
    sendingAgain: sending,
    sentAgain,
  };
}
