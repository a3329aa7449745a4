import { useEffect, useRef, useState } from 'react';
import { mailBodyOf, stylesWhen, type MailElement, type MailNode } from './mail-html.ts';
import styles from './message-runs.module.css';

/** In a frame that is not wider, the mail is laid out for a phone. */
const NARROW_PX = 480;

/** A mail as a mail program shows it. It stands in a tree of its own, so that the site's styles do not reach it. */
export function MailFrame({ html, label, isDark }: { html: string; label: string; isDark: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNarrow, setIsNarrow] = useState(false);
  useEffect(() => {
    const measure = () => setIsNarrow((frame.current?.clientWidth ?? 0) <= NARROW_PX);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  useEffect(() => {
    const host = frame.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const given = [
      ...(isNarrow ? [stylesWhen('max-width: 480px', html)] : []),
      ...(isDark ? [stylesWhen('prefers-color-scheme: dark', html)] : []),
    ];
    root.replaceChildren(drawn(mailBodyOf(html), given));
  }, [html, isDark, isNarrow]);
  return <div ref={frame} className={styles.mail} role="group" aria-label={label} />;
}

/** A node of a mail as one of this page. Links lead nowhere: they are words of a preview. */
function drawn(node: MailNode, given: readonly ReadonlyMap<string, string>[]): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  const element = document.createElement(node.tag === 'body' ? 'div' : node.tag === 'a' ? 'span' : node.tag);
  element.style.cssText = [
    ...beforeOwn(node),
    node.style,
    ...given.flatMap((styles) => node.classes.map((name) => styles.get(name) ?? '')),
    // The frame is narrower than the phone around it.
    ...(node.tag === 'img' ? ['max-width:100%;height:auto'] : []),
  ].join(';');
  if (element instanceof HTMLImageElement) Object.assign(element, { src: node.src, alt: node.alt });
  element.append(...node.children.map((child) => drawn(child, given)));
  return element;
}

/* What the mail says by attributes or leaves to a mail program. */
function beforeOwn({ tag, width, align }: MailElement): string[] {
  return [
    ...(tag === 'table' ? ['border-spacing:0'] : []),
    ...(width ? [`width:${/%$/.test(width) ? width : `${width}px`}`] : []),
    ...(align ? [`text-align:${align}`] : []),
    ...(tag === 'table' && align === '' ? ['margin:0 auto;text-align:start'] : []),
  ];
}
