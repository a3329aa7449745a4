import { ANSWER_TIMEOUT_MS, withTimeout } from './with-timeout.ts';

/** One thing a process needs; `check` says within a second whether it can be used now. */
export interface Dependency {
  readonly name: string;
  check(): Promise<boolean> | boolean;
}

/** Decides readiness: a process is ready when it is not stopping and every dependency can be used. */
export class Health {
  private readonly dependencies: Dependency[] = [];
  private stopping = false;

  needs(dependency: Dependency): void {
    this.dependencies.push(dependency);
  }

  /** Not ready from now on, so that no new work is sent here. */
  stop(): void {
    this.stopping = true;
  }

  /** State of every dependency by name. */
  async state(): Promise<{ ready: boolean; dependencies: Record<string, boolean> }> {
    const answers = await Promise.all(
      this.dependencies.map(async (dependency): Promise<[string, boolean]> => {
        try {
          return [dependency.name, await withTimeout(Promise.resolve(dependency.check()), ANSWER_TIMEOUT_MS)];
        } catch {
          return [dependency.name, false];
        }
      }),
    );
    return { ready: !this.stopping && answers.every(([, up]) => up), dependencies: Object.fromEntries(answers) };
  }
}
