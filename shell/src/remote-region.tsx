import type { RemoteName } from '@concert/contracts/core/pages';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { lazy, Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { RegionFailed } from './failed.tsx';
import { loadRemote } from './remotes.ts';

type LazyApp = LazyExoticComponent<ComponentType<AppProps>>;

/** What was loaded stays loaded, so that going back and forth between remotes shows no skeleton twice. */
const loaded = new Map<RemoteName, LazyApp | ComponentType<AppProps>>();

/** React keeps the failure of a lazy component for good, so every try that follows one needs another component. */
function lazyApp(name: RemoteName, renewed: boolean): LazyApp {
  const app: LazyApp = lazy(async () => {
    const module = await loadRemote(name, renewed);
    loaded.set(name, app);
    return module;
  });
  return app;
}

/** Makes an application that has arrived already the one its region shows from the first moment on. */
export function haveReady(name: RemoteName, App: ComponentType<AppProps>): void {
  loaded.set(name, App);
}

export interface RemoteRegionProps {
  readonly name: RemoteName;
  readonly path: string;
  readonly props: AppProps;
  /** Keeps the place while the remote is on its way. */
  readonly skeleton: ReactNode;
}

/**
 * The part of the page that belongs to a remote. What goes wrong in it costs this region and nothing else.
 * It is made for one remote: give it the remote's name as key.
 */
export function RemoteRegion({ name, path, props, skeleton }: RemoteRegionProps) {
  const [App, setApp] = useState<LazyApp | ComponentType<AppProps>>(() => loaded.get(name) ?? lazyApp(name, false));
  return (
    <ErrorBoundary
      resetKeys={[path]}
      onReset={() => setApp(() => lazyApp(name, true))}
      fallbackRender={({ error, resetErrorBoundary }) => <RegionFailed error={error} onRetry={() => resetErrorBoundary()} />}
    >
      <Suspense fallback={skeleton}>
        <App {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
