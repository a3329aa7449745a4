import type { RemoteName } from '@concert/contracts/site/pages';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { lazy, Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { RegionFailed } from './failed.tsx';
import { loadRemote, type RemoteModule } from './remotes.ts';

type LazyApp = LazyExoticComponent<ComponentType<AppProps>>;

/** What was loaded stays loaded, so that going back and forth between remotes shows no skeleton twice. */
const loaded = new Map<RemoteName, LazyApp | ComponentType<AppProps>>();

/** React remembers the failure of a lazy component for good, so every further try needs another component. */
function lazyApp(name: RemoteName, remote?: Promise<RemoteModule>, renewed = false): LazyApp {
  const app: LazyApp = lazy(async () => {
    const module = await (remote ?? loadRemote(name, renewed));
    loaded.set(name, app);
    return module;
  });
  return app;
}

/** What the page requested before anything was rendered, and its outcome; whoever shows it first takes it. */
const expected = new Map<RemoteName, LazyApp>();

/** Lets the region of a remote wait for a request that is already under way, or report its failure, instead of requesting once more. */
export function expectRemote(name: RemoteName, remote: Promise<RemoteModule>): void {
  expected.set(name, lazyApp(name, remote));
}

function takeExpected(name: RemoteName): LazyApp | undefined {
  const app = expected.get(name);
  expected.delete(name);
  return app;
}

/** Shows an application that is already loaded in its region from the first moment on. */
export function setRemote(name: RemoteName, App: ComponentType<AppProps>): void {
  loaded.set(name, App);
}

export interface RemoteRegionProps {
  readonly name: RemoteName;
  readonly path: string;
  readonly props: AppProps;
  /** The placeholder while the remote is loading. */
  readonly skeleton: ReactNode;
}

/** The part of the page that belongs to a remote, made for one: give its name as key. What goes wrong in it stays in this region. */
export function RemoteRegion({ name, path, props, skeleton }: RemoteRegionProps) {
  const [App, setApp] = useState<LazyApp | ComponentType<AppProps>>(() => loaded.get(name) ?? takeExpected(name) ?? lazyApp(name));
  return (
    <ErrorBoundary
      resetKeys={[path]}
      onReset={() => setApp(() => lazyApp(name, undefined, true))}
      fallbackRender={({ error, resetErrorBoundary }) => <RegionFailed error={error} onRetry={() => resetErrorBoundary()} />}
    >
      <Suspense fallback={skeleton}>
        <App {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
