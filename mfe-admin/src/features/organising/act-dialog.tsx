import type { InputOf, ResultOf, Route } from '@concert/contracts/core/route';
import { ConfirmDialog, type ConfirmDialogProps } from '@concert/design-system/confirm-dialog.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';

interface ActDialogProps<R extends Route> extends Omit<ConfirmDialogProps, 'open' | 'busy' | 'failure' | 'onConfirm'> {
  readonly open?: boolean;
  readonly route: R;
  readonly input: InputOf<R>;
  readonly onDone: (result: ResultOf<R>) => void;
  readonly onRefused?: () => void;
}

/** The question before an act, and the act once it is confirmed. */
export function ActDialog<R extends Route>({ open = true, route, input, onDone, onRefused, ...question }: ActDialogProps<R>) {
  const { act, busy, failure } = useAct(route);
  const confirm = async () => {
    const result = await act(input);
    if (result.ok) onDone(result.value);
    else onRefused?.();
  };
  return <ConfirmDialog {...question} open={open} busy={busy} failure={failure} onConfirm={confirm} />;
}
