import type { ReactNode } from 'react';

/** Text for screen readers only. */
export function VisuallyHidden({ live, children }: { live?: 'polite'; children: ReactNode }) {
  return (
    <span className="visually-hidden" role={live ? 'status' : undefined}>
      {children}
    </span>
  );
}
