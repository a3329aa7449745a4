import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { Route } from '@concert/contracts/core/route';
import type { Result } from '@concert/web-kit/api-client.ts';
import { checkForm, errorsOfProblem, type FieldErrors } from '@concert/web-kit/forms.ts';
import type { LazyClient } from '@concert/web-kit/lazy-client.ts';
import { useRef, useState } from 'react';
import type { z } from 'zod';

/** What a form shows of its last try. */
export interface Submit<Routes> {
  /** Faults by field, found here or by the server. */
  readonly errors: FieldErrors;
  /** A refusal that belongs to no field. */
  readonly refusal: ProblemDocument | undefined;
  /** Raised by one at every try that found faults. */
  readonly attempt: number;
  readonly busy: boolean;
  /** Checks the values as the server will, sends them, and answers what came back; undefined when they were not taken. */
  readonly submit: <S extends z.ZodType, T>(
    schemaOf: (routes: Routes) => S,
    values: unknown,
    call: (value: z.output<S>) => Promise<Result<T>>,
  ) => Promise<{ readonly value: T } | undefined>;
}

/** One form's way to the server: one try at a time, faults at their fields. */
export function useSubmit<Routes extends Record<string, Route>>(client: LazyClient<Routes>): Submit<Routes> {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<ProblemDocument>();
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);

  const refuse = (found: FieldErrors) => {
    setErrors(found);
    setAttempt((now) => now + 1);
  };

  const submit: Submit<Routes>['submit'] = async (schemaOf, values, call) => {
    if (underWay.current) return undefined;
    underWay.current = true;
    setBusy(true);
    setRefusal(undefined);
    try {
      const routes = await client.routes();
      if (!routes.ok) {
        setRefusal(routes.problem);
        return undefined;
      }
      const checked = checkForm(schemaOf(routes.value), values);
      if (!checked.ok) {
        refuse(checked.errors);
        return undefined;
      }
      setErrors({});
      const result = await call(checked.value);
      if (result.ok) return { value: result.value };
      if (result.problem.errors?.length) refuse(errorsOfProblem(result.problem));
      else setRefusal(result.problem);
      return undefined;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  return { errors, refusal, attempt, busy, submit };
}
