import type { InputOf, ResultOf, Route } from '@concert/contracts/core/route';
import { Button, type ButtonProps } from '@concert/design-system/button.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';

interface ActButtonProps<R extends Route> extends Omit<ButtonProps, 'busy' | 'onClick'> {
  readonly route: R;
  readonly input: InputOf<R>;
  readonly onDone: (result: ResultOf<R>) => void;
  /** Says that it was not done, and why. */
  readonly failed?: (why: string) => string;
}

/** A button that does something at once, and beside it why it was not done. */
export function ActButton<R extends Route>({ route, input, onDone, failed = (why) => why, ...button }: ActButtonProps<R>) {
  const { act, busy, failure } = useAct(route);
  const press = async () => {
    const result = await act(input);
    if (result.ok) onDone(result.value);
  };
  return (
    <>
      <Failure text={failure && failed(failure)} />
      <Button {...button} busy={busy} onClick={() => void press()} />
    </>
  );
}
