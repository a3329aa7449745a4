import { authRoutes } from '@concert/contracts/auth/http';
import { ProofDialog } from '@concert/design-system/proof-dialog.tsx';
import { createClient } from '@concert/web-kit/api-client.ts';
import { useProof, type Proof } from '@concert/web-kit/use-proof.ts';
import type { ReactNode } from 'react';

/** Makes calls that may ask again who somebody is, and the dialog that then asks. */
export interface SignInAgain extends Pick<Proof, 'proven'> {
  readonly dialog: ReactNode;
}

const calls = createClient(authRoutes);
const TEXT = 'We ask before anything that matters. You will not be asked again for 15 minutes.';

/** For powerful actions: they ask for a new proof when the last one is old. */
export function useSignInAgain(): SignInAgain {
  const proof = useProof(calls);
  return { proven: proof.proven, dialog: <ProofDialog {...proof} text={TEXT} /> };
}
