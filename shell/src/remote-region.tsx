import type { RemoteName } from '@concert/contracts/core/pages';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { lazy, Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { RegionFailed } from './failed.tsx';
import { loadRemote } from './remotes.ts';

type LazyApp = LazyExoticComponent<ComponentType<AppProps>>;

/** One lazy component per remote, so that going back and forth between remotes shows no skeleton twice. */
const apps = new Map<RemoteName, LazyApp>();

function appOf(name: RemoteName): LazyApp {
  const app = apps.get(name) ?? lazy(() => loadRemote(name));
  apps.set(name, app);
  return app;
}

/** React keeps the failure of a lazy component for good, so another try needs another component and fresh files. */
function startOver(name: RemoteName): void {
  apps.set(name, lazy(() => loadRemote(name, true)));
}

export interface RemoteRegionProps {
  readonly name: RemoteName;
  readonly path: string;
  readonly props: AppProps;
  /** Keeps the place while the remote is on its way. */
  readonly skeleton: ReactNode;
}

/** The part of the page that belongs to a remote. What goes wrong in it costs this region and nothing else. */
export function RemoteRegion({ name, path, props, skeleton }: RemoteRegionProps) {
  const [, setAttempt] = useState(0);
  const App = appOf(name);
  return (
    <ErrorBoundary
      key={name}
      resetKeys={[path]}
      onReset={() => {
        startOver(name);
        setAttempt((attempt) => attempt + 1);
      }}
      fallbackRender={({ error, resetErrorBoundary }) => <RegionFailed error={error} onRetry={() => resetErrorBoundary()} />}
    >
      <Suspense fallback={skeleton}>
        <App {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
