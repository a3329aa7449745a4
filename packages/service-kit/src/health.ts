/** One thing a process needs; `check` answers within a second whether it can be used now. */
export interface Dependency {
  readonly name: string;
  check(): Promise<boolean> | boolean;
}

/** What readiness knows: a process is ready when it is not stopping and every dependency answers. */
export class Health {
  private readonly dependencies: Dependency[] = [];
  private stopping = false;

  needs(dependency: Dependency): void {
    this.dependencies.push(dependency);
  }

  /** From now on not ready, so that no new work is sent here. */
  stop(): void {
    this.stopping = true;
  }

  /** State of every dependency by name. */
  async state(): Promise<{ ready: boolean; dependencies: Record<string, boolean> }> {
    const answers = await Promise.all(
      this.dependencies.map(async (dependency): Promise<[string, boolean]> => {
        let timer: NodeJS.Timeout | undefined;
        const tooLong = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), 1_000)));
        try {
          return [dependency.name, await Promise.race([Promise.resolve(dependency.check()), tooLong])];
        } catch {
          return [dependency.name, false];
        } finally {
          clearTimeout(timer);
        }
      }),
    );
    return { ready: !this.stopping && answers.every(([, up]) => up), dependencies: Object.fromEntries(answers) };
  }
}
