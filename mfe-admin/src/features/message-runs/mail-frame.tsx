import { useEffect, useRef } from 'react';
import { bodyOf, darkStylesOf, type MailElement, type MailNode } from './mail-html.ts';
import styles from './message-runs.module.css';

/** A mail as a mail program shows it, without pictures. It stands in a tree of its own, so that the site's styles do not reach it. */
export function MailFrame({ html, label, isDark }: { html: string; label: string; isDark: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = frame.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    root.replaceChildren(drawn(bodyOf(html), isDark ? darkStylesOf(html) : new Map()));
  }, [html, isDark]);
  return <div ref={frame} className={styles.mail} role="group" aria-label={label} />;
}

/** A node of a mail as one of this page. Links lead nowhere: they are words of a preview. */
function drawn(node: MailNode, dark: ReadonlyMap<string, string>): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  const element = document.createElement(node.tag === 'body' ? 'div' : node.tag === 'a' ? 'span' : node.tag);
  element.style.cssText = [...beforeOwn(node), node.style, ...node.classes.map((name) => dark.get(name) ?? '')].join(';');
  element.append(...node.children.map((child) => drawn(child, dark)));
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
