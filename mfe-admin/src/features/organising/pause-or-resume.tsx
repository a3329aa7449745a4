import { Button } from '@concert/design-system/button.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';

/** Pauses or resumes a run, and the state of its last try. */
interface Turn<Run> {
  readonly act: (input: { params: { runId: string } }) => Promise<Result<Run>>;
  readonly busy: boolean;
  readonly failure: string | undefined;
}

export interface PauseOrResumeProps<Run> {
  readonly run: { readonly id: string; readonly state: string };
  readonly pause: Turn<Run>;
  readonly resume: Turn<Run>;
  readonly words: Readonly<Record<'pause' | 'pausing' | 'resume' | 'resuming', string>>;
  /** Says that it was not done, and why. */
  readonly failed?: (why: string) => string;
  readonly onChanged: (run: Run) => void;
}

/** The button that pauses a run under way or resumes a paused one; nothing for others. */
export function PauseOrResume<Run>({ run: { id, state }, pause, resume, words, failed, onChanged }: PauseOrResumeProps<Run>) {
  const isPaused = state === 'paused';
  const turn = isPaused ? resume : pause;
  const change = async () => {
    const result = await turn.act({ params: { runId: id } });
    if (result.ok) onChanged(result.value);
  };
  if (!isPaused && state !== 'gathering' && state !== 'running') return null;
  return (
    <>
      <Failure text={turn.failure && (failed?.(turn.failure) ?? turn.failure)} />
      <div className="row-12 apart-16">
        <Button
          variant={isPaused ? 'primary' : 'secondary'}
          busy={turn.busy}
          busyText={isPaused ? words.resuming : words.pausing}
          onClick={() => void change()}
        >
          {isPaused ? words.resume : words.pause}
        </Button>
      </div>
    </>
  );
}
