/** The part of oidc-provider, which comes without types, that the stand-in uses. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    addOIDCClaims(claims: string[]): void;
    save(): Promise<string>;
  }

  interface Interaction {
    readonly uid: string;
    readonly prompt: {
      readonly name: string;
      readonly details: { readonly missingOIDCScope?: string[]; readonly missingOIDCClaims?: string[] };
    };
    readonly params: Readonly<Record<string, string | undefined>>;
    readonly session?: { readonly accountId: string };
    readonly grantId?: string;
  }

  export namespace interactionPolicy {
    class Prompt {
      constructor(options: { name: string; requestable: boolean });
    }
    interface Policy {
      add(prompt: Prompt, index: number): void;
    }
    function base(): Policy;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Grant: { new (for_: { accountId: string; clientId: string }): Grant; find(id: string): Promise<Grant | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>;
    on(name: string, listener: (...args: unknown[]) => void): void;
  }
}
