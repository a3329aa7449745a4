import { Button } from '@concert/design-system/button.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';

/** Pauses or resumes a run, and the state of its last try. */
interface Turn<Run> {
  readonly act: (input: { params: { runId: string } }) => Promise<Result<Run>>;
  readonly busy: boolean;
  readonly failure: string | undefined;
  readonly forget: () => void;
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
  const failure = pause.failure ?? resume.failure;
  const change = async (wanted: Turn<Run>, other: Turn<Run>) => {
    other.forget();
    const result = await wanted.act({ params: { runId: id } });
    if (result.ok) onChanged(result.value);
  };
  return (
    <>
      <Failure text={failure && (failed?.(failure) ?? failure)} />
      {(state === 'gathering' || state === 'running') && (
        <div className="row-12 apart-16">
          <Button variant="secondary" busy={pause.busy} busyText={words.pausing} onClick={() => void change(pause, resume)}>
            {words.pause}
          </Button>
        </div>
      )}
      {state === 'paused' && (
        <div className="row-12 apart-16">
          <Button busy={resume.busy} busyText={words.resuming} onClick={() => void change(resume, pause)}>
            {words.resume}
          </Button>
        </div>
      )}
    </>
  );
}
