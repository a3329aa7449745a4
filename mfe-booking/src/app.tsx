import { SessionProvider, type AppProps } from '@concert/web-kit/session.tsx';
import { Route, Routes } from 'react-router-dom';

/** The booking screens. The shell has chosen this remote by the address; which screen is chosen here. */
export default function App(props: AppProps) {
  return (
    <SessionProvider {...props}>
      <Routes>
        <Route path="*" element={<h1 tabIndex={-1}>{props.pageTitle}</h1>} />
      </Routes>
    </SessionProvider>
  );
}
