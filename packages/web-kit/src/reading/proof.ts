import { createContext, useContext } from 'react';
import type { Result } from '../api-client.ts';

/** Makes a call; where the server asks for a fresh proof of who somebody is, gets one and makes it once more. */
export type Proven = <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;

/** What acts and lists are called through. Nothing asks for a proof where nothing stands here. */
export const ProofContext = createContext<Proven>((call) => call());

/** For calls that are made otherwise than by `useAct` and `usePages`. */
export const useProven = (): Proven => useContext(ProofContext);
