import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { SessionProvider, useSession } from './session.tsx';

function WhoIsIt() {
  const { session, pageTitle } = useSession();
  return <p>{session ? session.email : pageTitle}</p>;
}

describe('the session a remote sees', () => {
  it('is what the shell gave it', () => {
    const shown = render(
      <SessionProvider session={null} concert={null} pageTitle="Login" refreshSession={() => Promise.resolve(null)}>
        <WhoIsIt />
      </SessionProvider>,
    );
    expect(shown.container.textContent).toBe('Login');
  });
});
