import { useState } from 'react';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Who gets into an account, and how: its password and its logins. */
export function Security({ email }: { email: string }) {
  const [changes, setChanges] = useState(0);
  return (
    <>
      <PasswordCard email={email} onChanged={() => setChanges((count) => count + 1)} />
      {/* A new password ends logins, so they are read again. */}
      <SessionsCard key={changes} />
    </>
  );
}
