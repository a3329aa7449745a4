import { ReadingProvider } from '@concert/web-kit/reading/reading-provider.tsx';
import { SessionProvider, type AppProps } from '@concert/web-kit/session.tsx';
import { Route, Routes } from 'react-router-dom';
import { PaymentReturn } from './features/payment-return/payment-return.tsx';
import { Bookings } from './routes/bookings.tsx';
import { Choose } from './routes/choose.tsx';
import { GetDetails } from './routes/get-details.tsx';
import { GetHfDetails } from './routes/get-hf-details.tsx';
import { Refund } from './routes/refund.tsx';
import { ReserveYourSeat } from './routes/reserve-your-seat.tsx';

/** The booking screens. The shell chose this remote by the address; the screen is chosen here. */
export default function App(props: AppProps) {
  return (
    <SessionProvider {...props}>
      <ReadingProvider>
        <Routes>
          <Route path="/reserve-your-seat" element={<ReserveYourSeat />} />
          <Route path="/payment-successful" element={<PaymentReturn action="success" />} />
          <Route path="/payment-failed" element={<PaymentReturn action="failed" />} />
          <Route path="/payment-cancelled" element={<PaymentReturn action="cancelled" />} />
          <Route path="/bookings" element={<Bookings />} />
          <Route path="/get-details" element={<GetDetails />} />
          <Route path="/choose" element={<Choose />} />
          <Route path="/refund" element={<Refund />} />
          <Route path="/get-hf-details" element={<GetHfDetails />} />
        </Routes>
      </ReadingProvider>
    </SessionProvider>
  );
}
