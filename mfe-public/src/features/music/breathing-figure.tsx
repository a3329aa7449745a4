import { Rings } from '@concert/design-system/rings.tsx';
import { useEffect, useRef } from 'react';
import styles from './breathing-figure.module.css';

export interface BreathingFigureProps {
  readonly lobes: number;
  readonly name: string;
  readonly breathing: boolean;
  /** How loud it is at this moment, from 0 to 1. */
  readonly loudness: () => number;
}

/** How much the outermost ring grows at full loudness, and how quickly the figure follows the sound. */
const REACH = 0.42;
const FOLLOWS = 0.16;

/** A sign's figure that swells with its sound. With reduced motion it rests, and its outline shows that it sounds. */
export function BreathingFigure({ lobes, name, breathing, loudness }: BreathingFigureProps) {
  const place = useRef<HTMLDivElement>(null);
  const asked = useRef(loudness);
  useEffect(() => {
    asked.current = loudness;
  });

  useEffect(() => {
    const rings = [...(place.current?.querySelectorAll('path') ?? [])];
    if (!breathing || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let breath = 0;
    let next = requestAnimationFrame(function draw() {
      breath += (asked.current() - breath) * FOLLOWS;
      rings.forEach((ring, index) =>
        ring.setAttribute('transform', `scale(${(0.94 + REACH * breath * ((index + 1) / rings.length)).toFixed(4)})`),
      );
      next = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(next);
      for (const ring of rings) ring.removeAttribute('transform');
    };
  }, [breathing, lobes]);

  return (
    <div ref={place} className={styles.place} data-sounding={breathing || undefined}>
      <Rings lobes={lobes} tone="accent" line={1.2} label={name} />
    </div>
  );
}
