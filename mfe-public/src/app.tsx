import { Page } from '@concert/design-system/page.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { preloadable } from '@concert/web-kit/preloadable.tsx';
import { SessionProvider, type AppProps } from '@concert/web-kit/session.tsx';
import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Home } from './routes/home.tsx';
import { LOADING_TEXT } from './loading-text.ts';

// The home page is what most people open first, so it comes with the application; each other screen is its own file.
const SCREENS: Readonly<Record<string, ReturnType<typeof preloadable>>> = {
  '/the-composer': preloadable(() => import(/* webpackChunkName: "the-composer" */ './routes/the-composer.tsx')),
  '/how-music-heals': preloadable(() => import(/* webpackChunkName: "how-music-heals" */ './routes/how-music-heals.tsx')),
  '/artists': preloadable(() => import(/* webpackChunkName: "artists" */ './routes/artists.tsx')),
  '/concert-details': preloadable(() => import(/* webpackChunkName: "concert-details" */ './routes/concert-details.tsx')),
  '/flyer': preloadable(() => import(/* webpackChunkName: "flyer" */ './routes/flyer.tsx')),
  '/accessibility': preloadable(() => import(/* webpackChunkName: "accessibility" */ './routes/accessibility.tsx')),
  '/privacy': preloadable(() => import(/* webpackChunkName: "privacy" */ './routes/privacy.tsx')),
  '/terms': preloadable(() => import(/* webpackChunkName: "terms" */ './routes/terms.tsx')),
  '/refund-rule': preloadable(() => import(/* webpackChunkName: "refund-rule" */ './routes/refund-rule.tsx')),
  '/imprint': preloadable(() => import(/* webpackChunkName: "imprint" */ './routes/imprint.tsx')),
  '/login': preloadable(() => import(/* webpackChunkName: "login" */ './routes/login.tsx')),
  '/register': preloadable(() => import(/* webpackChunkName: "register" */ './routes/register.tsx')),
  '/profile': preloadable(() => import(/* webpackChunkName: "profile" */ './routes/profile.tsx')),
};

/** Fetches the screen of an address, so that it can be shown without waiting. */
export async function prepare(path: string): Promise<void> {
  await SCREENS[path]?.prepare();
}

/** The public screens. The shell chose this remote by the address; the screen is chosen here. */
export default function App(props: AppProps) {
  return (
    <SessionProvider {...props}>
      <Suspense fallback={<Waiting />}>
        <Routes>
          <Route path="/" element={<Home />} />
          {Object.entries(SCREENS).map(([path, Screen]) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
        </Routes>
      </Suspense>
    </SessionProvider>
  );
}

function Waiting() {
  return (
    <Page>
      <Skeleton shape="heading" label={LOADING_TEXT} />
      <Skeleton count={3} />
    </Page>
  );
}
