import { Page } from '@concert/design-system/page.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import type { ReactNode } from 'react';
import { Prose, type ProseBlock } from '../prose/prose.tsx';

export interface NoticePageProps {
  readonly lede: string;
  readonly text: readonly ProseBlock[];
  /** What stands above the text. */
  readonly above?: ReactNode;
  /** What follows the text. */
  readonly children?: ReactNode;
}

/** A page of rules or rights: one column of prose, out of a content file. */
export function NoticePage({ lede, text, above, children }: NoticePageProps) {
  const { pageTitle } = useSession();
  return (
    <Page title={pageTitle} lede={lede}>
      <div className="stack-48 one-column reading">
        {above}
        <Prose blocks={text} />
        {children}
      </div>
    </Page>
  );
}
