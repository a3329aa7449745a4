/** A page as a visitor gets it. */
export interface SeenPage {
  readonly html: string;
  /** When the certificate ends that it came with; undefined without https. */
  readonly certificateEnds: Date | undefined;
}

/** The site does not answer as it should, or its certificate is not good. */
export class SiteFault extends Error {
  override readonly name = 'SiteFault';
}
