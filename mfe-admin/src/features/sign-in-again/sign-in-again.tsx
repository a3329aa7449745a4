import { authRoutes } from '@concert/contracts/auth/http';
import { ProofDialog } from '@concert/design-system/proof-dialog.tsx';
import { createClient } from '@concert/web-kit/api-client.ts';
import { ProofContext } from '@concert/web-kit/reading/proof.ts';
import { useProof } from '@concert/web-kit/use-proof.ts';
import type { ReactNode } from 'react';

const calls = createClient(authRoutes);
const WHY = 'For your security.';

/** Whatever is done below it asks again who somebody is where the server wants to know, in a dialog that stands outside of all forms. */
export function SignInAgain({ children }: { children: ReactNode }) {
  const proof = useProof(calls);
  return (
    <ProofContext value={proof.proven}>
      {children}
      <ProofDialog {...proof} text={`${proof.why ?? WHY} You will not be asked again for 15 minutes.`} />
    </ProofContext>
  );
}
