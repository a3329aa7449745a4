import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './prose.module.css';

/** A piece of a line: plain, or with a meaning. */
export type ProsePart =
  string | { readonly as: 'strong' | 'em'; readonly text: string } | { readonly as: 'a'; readonly text: string; readonly to: string };

/** What a content file of prose is made of. */
export type ProseBlock =
  | { readonly as: 'h2' | 'h3'; readonly id: string; readonly text: string }
  | { readonly as: 'p' | 'quote'; readonly parts: readonly ProsePart[] }
  | { readonly as: 'ul' | 'ol'; readonly items: readonly (readonly ProsePart[])[] };

/** A long text, laid out for reading. */
export function Prose({ blocks }: { blocks: readonly ProseBlock[] }) {
  return <div className={`stack-16 ${styles.prose}`}>{blocks.map((block, index) => shown(block, index))}</div>;
}

/** The headings of a text, as links into it. */
export function Contents({ blocks, title }: { blocks: readonly ProseBlock[]; title: string }) {
  return (
    <nav className={styles.contents} aria-label={title}>
      <p className={`strong ${styles.contentsTitle}`}>{title}</p>
      <ol className="plain-list">
        {blocks.map((block) =>
          block.as === 'h2' ? (
            <li key={block.id}>
              <a href={`#${block.id}`}>{block.text}</a>
            </li>
          ) : null,
        )}
      </ol>
    </nav>
  );
}

function shown(block: ProseBlock, key: number): ReactNode {
  switch (block.as) {
    case 'h2':
      return (
        <h2 key={key} id={block.id} tabIndex={-1}>
          {block.text}
        </h2>
      );
    case 'h3':
      return (
        <h3 key={key} id={block.id}>
          {block.text}
        </h3>
      );
    case 'p':
      return <p key={key}>{inline(block.parts)}</p>;
    case 'quote':
      return (
        <blockquote key={key}>
          <p>{inline(block.parts)}</p>
        </blockquote>
      );
    case 'ul':
    case 'ol': {
      const List = block.as;
      return (
        <List key={key}>
          {block.items.map((item, index) => (
            <li key={index}>{inline(item)}</li>
          ))}
        </List>
      );
    }
  }
}

function inline(parts: readonly ProsePart[]): ReactNode {
  return parts.map((part, index) => {
    if (typeof part === 'string') return part;
    if (part.as !== 'a') {
      const Meaning = part.as;
      return <Meaning key={index}>{part.text}</Meaning>;
    }
    return part.to.startsWith('/') ? (
      <Link key={index} to={part.to}>
        {part.text}
      </Link>
    ) : (
      <a key={index} href={part.to}>
        {part.text}
      </a>
    );
  });
}
