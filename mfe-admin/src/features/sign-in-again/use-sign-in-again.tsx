import { authRoutes } from '@concert/contracts/auth/http';
import type { Route } from '@concert/contracts/core/route';
import { ProofDialog } from '@concert/design-system/proof-dialog.tsx';
import { createClient } from '@concert/web-kit/api-client.ts';
import { useAct, type Act } from '@concert/web-kit/reading/use-act.ts';
import { useProof, type ProofQuestion } from '@concert/web-kit/use-proof.ts';
import type { ReactNode } from 'react';

/** Makes calls that may ask again who somebody is, and the dialog that then asks. */
export interface SignInAgain extends Pick<ProofQuestion, 'proven'> {
  readonly dialog: ReactNode;
}

const calls = createClient(authRoutes);
const WHY = 'For your security.';

/** For powerful actions: they ask for a new proof when the last one is old. */
export function useSignInAgain(): SignInAgain {
  const proof = useProof(calls);
  return {
    proven: proof.proven,
    dialog: <ProofDialog {...proof} text={`${proof.why ?? WHY} You will not be asked again for 15 minutes.`} />,
  };
}

/** Sends a powerful action to a route, after a new proof where the last one is old. */
export function useProvenAct<R extends Route>(route: R): Act<R> & Pick<SignInAgain, 'dialog'> {
  const { proven, dialog } = useSignInAgain();
  return { ...useAct(route, { through: proven }), dialog };
}
