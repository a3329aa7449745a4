import { Page } from '@concert/design-system/page.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { SessionProvider, type AppProps } from '@concert/web-kit/session.tsx';
import type { ConcertView } from '@concert/contracts/booking/http';
import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { preloadable } from './preloadable.tsx';
import { Home, NextDate } from './routes/home.tsx';
import { LOADING_TEXT } from './loading-text.ts';

// The home page is what most people open first, so it comes with the application; each other screen is its own file.
const Composer = preloadable(() => import(/* webpackChunkName: "the-composer" */ './routes/the-composer.tsx'));
const HowMusicHeals = preloadable(() => import(/* webpackChunkName: "how-music-heals" */ './routes/how-music-heals.tsx'));
const Artists = preloadable(() => import(/* webpackChunkName: "artists" */ './routes/artists.tsx'));
const ConcertDetails = preloadable(() => import(/* webpackChunkName: "concert-details" */ './routes/concert-details.tsx'));
const Accessibility = preloadable(() => import(/* webpackChunkName: "accessibility" */ './routes/accessibility.tsx'));
const Privacy = preloadable(() => import(/* webpackChunkName: "privacy" */ './routes/privacy.tsx'));
const Terms = preloadable(() => import(/* webpackChunkName: "terms" */ './routes/terms.tsx'));
const RefundRule = preloadable(() => import(/* webpackChunkName: "refund-rule" */ './routes/refund-rule.tsx'));
const Imprint = preloadable(() => import(/* webpackChunkName: "imprint" */ './routes/imprint.tsx'));
const Login = preloadable(() => import(/* webpackChunkName: "login" */ './routes/login.tsx'));
const Register = preloadable(() => import(/* webpackChunkName: "register" */ './routes/register.tsx'));
const Profile = preloadable(() => import(/* webpackChunkName: "profile" */ './routes/profile.tsx'));

const SCREENS: Readonly<Record<string, { readonly prepare: () => Promise<unknown> }>> = {
  '/the-composer': Composer,
  '/how-music-heals': HowMusicHeals,
  '/artists': Artists,
  '/concert-details': ConcertDetails,
  '/accessibility': Accessibility,
  '/privacy': Privacy,
  '/terms': Terms,
  '/refund-rule': RefundRule,
  '/imprint': Imprint,
  '/login': Login,
  '/register': Register,
  '/profile': Profile,
};

/** Fetches the screen of an address, so that it can be shown without waiting. */
export async function prepare(path: string, concert?: ConcertView): Promise<void> {
  await SCREENS[path]?.prepare();
  if (path === '/' && concert?.state === 'cancelled') await NextDate.prepare();
}

/** The public screens. The shell chose this remote by the address; the screen is chosen here. */
export default function App(props: AppProps) {
  return (
    <SessionProvider {...props}>
      <Suspense fallback={<Waiting />}>
        <Routes>
          <Route path="/" element={<Home />} />
          <Route path="/the-composer" element={<Composer />} />
          <Route path="/how-music-heals" element={<HowMusicHeals />} />
          <Route path="/artists" element={<Artists />} />
          <Route path="/concert-details" element={<ConcertDetails />} />
          <Route path="/accessibility" element={<Accessibility />} />
          <Route path="/privacy" element={<Privacy />} />
          <Route path="/terms" element={<Terms />} />
          <Route path="/refund-rule" element={<RefundRule />} />
          <Route path="/imprint" element={<Imprint />} />
          <Route path="/login" element={<Login />} />
          <Route path="/register" element={<Register />} />
          <Route path="/profile" element={<Profile />} />
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
