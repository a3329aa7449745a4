import { Page } from '@concert/design-system/page.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { SessionProvider, type AppProps } from '@concert/web-kit/session.tsx';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Home } from './routes/home.tsx';
import { texts } from './texts.ts';

// The home page is what most people open first, so it comes with the application; each other screen is its own file.
const Composer = lazy(() => import('./routes/the-composer.tsx'));
const HowMusicHeals = lazy(() => import('./routes/how-music-heals.tsx'));
const Artists = lazy(() => import('./routes/artists.tsx'));
const ConcertDetails = lazy(() => import('./routes/concert-details.tsx'));
const Login = lazy(() => import('./routes/login.tsx'));
const Register = lazy(() => import('./routes/register.tsx'));
const Profile = lazy(() => import('./routes/profile.tsx'));

/** The public screens. The shell has chosen this remote by the address; which screen is chosen here. */
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
      <Skeleton shape="heading" label={texts.loading} />
      <Skeleton count={3} />
    </Page>
  );
}
