import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { classNames } from './class-names.ts';
import { CloseButton } from './close-button.tsx';
import styles from './toast.module.css';

export type ToastTone = 'good' | 'bad' | 'info';

export interface ToastMessage {
  text: string;
  tone?: ToastTone;
}

/** How long a toast stays, unless someone is reading it. */
const TOAST_MS = 5000;
/** How far a toast has to be dragged, as a part of its width, before it goes. */
export const TOAST_DRAG_PART = 0.8;

const SIGNAL = 'concert-toast';

/**
 * Shows a toast in the page's one region. Each remote has its own copy of this file, so the message is sent as an event of the window and
 * not through module state.
 */
export function showToast(message: ToastMessage): void {
  window.dispatchEvent(new CustomEvent<ToastMessage>(SIGNAL, { detail: message }));
}

interface Shown extends ToastMessage {
  key: number;
}

/** The one place toasts appear: top right, above everything, announced without taking the focus. The shell mounts it once. */
export function ToastRegion() {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const count = useRef(0);

  useEffect(() => {
    const add = (signal: Event) => {
      const message = (signal as CustomEvent<ToastMessage>).detail;
      count.current += 1;
      const key = count.current;
      setToasts((now) => [...now.filter((toast) => toast.text !== message.text), { ...message, key }]);
    };
    window.addEventListener(SIGNAL, add);
    return () => window.removeEventListener(SIGNAL, add);
  }, []);

  return (
    <section className={`unprinted ${styles.region}`} aria-label="Notifications" aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <Toast key={toast.key} toast={toast} onClose={() => setToasts((now) => now.filter((other) => other.key !== toast.key))} />
      ))}
    </section>
  );
}

const WORDS: Readonly<Record<ToastTone, string>> = { good: 'Done', bad: 'Problem', info: 'Note' };
const SHAPES: Readonly<Record<ToastTone, string>> = {
  good: 'M3 8.5 6.5 12 13 4.5',
  bad: 'M4 4l8 8M12 4l-8 8',
  info: 'M8 7v5M8 4v.3',
};

function Toast({ toast, onClose }: { toast: Shown; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const left = useRef(TOAST_MS);
  const [held, setHeld] = useState(false);
  const grip = useRef<number | null>(null);

  useEffect(() => {
    if (held) return;
    const since = Date.now();
    const timer = setTimeout(() => close.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - since));
    };
  }, [held]);

  const drag = (pointer: PointerEvent<HTMLDivElement>) => {
    if (grip.current === null || !box.current) return;
    const moved = pointer.clientX - grip.current;
    box.current.style.transform = `translateX(${moved}px)`;
    box.current.style.opacity = String(Math.max(0.2, 1 - Math.abs(moved) / box.current.offsetWidth));
  };
  const drop = (pointer: PointerEvent<HTMLDivElement>) => {
    if (grip.current === null || !box.current) return;
    const moved = Math.abs(pointer.clientX - grip.current);
    grip.current = null;
    if (moved > 0 && moved >= box.current.offsetWidth * TOAST_DRAG_PART) {
      onClose();
      return;
    }
    box.current.style.transform = '';
    box.current.style.opacity = '';
  };

  const tone = toast.tone ?? 'info';
  return (
    <div
      ref={box}
      className={classNames(styles.toast, styles[tone])}
      role={tone === 'bad' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(pointer) => {
        if ((pointer.target as Element).closest('button')) return;
        grip.current = pointer.clientX;
        pointer.currentTarget.setPointerCapture?.(pointer.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <svg viewBox="0 0 16 16" className={`drawn ${styles.shape}`} aria-hidden="true" focusable="false">
        <path d={SHAPES[tone]} />
      </svg>
      <p className={styles.text}>
        <strong className="visually-hidden">{WORDS[tone]}</strong> {toast.text}
      </p>
      <CloseButton label="Close notification" onClose={onClose} />
    </div>
  );
}
