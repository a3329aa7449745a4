import { Page } from '@concert/design-system/page.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { preloadable } from '@concert/web-kit/preloadable.tsx';
import { ReadingProvider } from '@concert/web-kit/reading/reading-provider.tsx';
import { SessionProvider, type AppProps } from '@concert/web-kit/session.tsx';
import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { texts } from './texts.ts';

/** The return pages are one screen, which the address tells what was said of the payment. */
const PaymentReturn = preloadable(async () => ({ default: (await import('./features/payment-return/payment-return.tsx')).PaymentReturn }));

// Whoever comes to reserve loads nothing of tickets, and the other way round.
const SCREENS: Readonly<Record<string, ReturnType<typeof preloadable>>> = {
  '/reserve-your-seat': preloadable(async () => ({
    default: (await import(/* webpackChunkName: "reserve-your-seat" */ './routes/reserve-your-seat.tsx')).ReserveYourSeat,
  })),
  '/bookings': preloadable(async () => ({ default: (await import('./routes/bookings.tsx')).Bookings })),
  '/get-details': preloadable(async () => ({ default: (await import('./routes/get-details.tsx')).GetDetails })),
  '/choose': preloadable(async () => ({ default: (await import('./routes/choose.tsx')).Choose })),
  '/waiting': preloadable(async () => ({ default: (await import('./routes/waiting.tsx')).WaitingList })),
  '/refund': preloadable(async () => ({ default: (await import('./routes/refund.tsx')).Refund })),
  '/receipt': preloadable(async () => ({ default: (await import('./routes/receipt.tsx')).Receipt })),
  '/get-hf-details': preloadable(async () => ({ default: (await import('./routes/get-hf-details.tsx')).GetHfDetails })),
  '/invitation': preloadable(async () => ({ default: (await import('./routes/invitation.tsx')).Invitation })),
};

/** Fetches the screen of an address, so that it can be shown without waiting. */
export async function prepare(path: string): Promise<void> {
  await SCREENS[path]?.prepare();
}

/** The booking screens. The shell chose this remote by the address; the screen is chosen here. */
export default function App(props: AppProps) {
  return (
    <SessionProvider {...props}>
      <ReadingProvider>
        <Suspense fallback={<Waiting />}>
          <Routes>
            {Object.entries(SCREENS).map(([path, Screen]) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
            <Route path="/payment-successful" element={<PaymentReturn action="success" />} />
            <Route path="/payment-failed" element={<PaymentReturn action="failed" />} />
            <Route path="/payment-cancelled" element={<PaymentReturn action="cancelled" />} />
          </Routes>
        </Suspense>
      </ReadingProvider>
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
