import { useEffect, useState } from 'react';
import styles from './qr-code.module.css';

interface Matrix {
  readonly size: number;
  readonly path: string;
}

/* Light modules around the code that a scanner needs (ISO/IEC 18004 section 5.3.8). */
const QUIET = 4;

/** Screen pixels for each square, a whole number: scanners fail when some squares are a pixel wider than others. */
const SQUARE = 3;

export interface QrCodeProps {
  readonly text: string;
  /** What it is, for people who do not see it. */
  readonly label: string;
  /** How much of it may be dirty or missing (ISO/IEC 18004): M for a screen, H for what is printed and carried about. */
  readonly level: 'M' | 'H';
}

/** A QR code drawn as one path: sharp at every size, black on white in both themes. */
export function QrCode({ text, label, level }: QrCodeProps) {
  const [drawn, setDrawn] = useState<{ text: string; matrix: Matrix }>();

  useEffect(() => {
    let shown = true;
    void import('qrcode').then(({ default: QRCode }) => {
      if (shown) setDrawn({ text, matrix: drawMatrix(QRCode.create(text, { errorCorrectionLevel: level }).modules) });
    });
    return () => {
      shown = false;
    };
  }, [text, level]);

  const matrix = drawn?.text === text ? drawn.matrix : undefined;
  const side = (matrix?.size ?? 57) + 2 * QUIET;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width={SQUARE * side}
      height={SQUARE * side}
      role="img"
      aria-label={label}
      className={styles.code}
      shapeRendering="crispEdges"
      focusable="false"
    >
      <rect width={side} height={side} className={styles.paper} />
      {matrix && <path d={matrix.path} transform={`translate(${QUIET} ${QUIET})`} className={styles.ink} />}
    </svg>
  );
}

function drawMatrix({ size, data }: { size: number; data: ArrayLike<number> }): Matrix {
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!data[row * size + column]) continue;
      let width = 1;
      while (column + width < size && data[row * size + column + width]) width += 1;
      path += `M${column} ${row}h${width}v1h-${width}z`;
      column += width;
    }
  }
  return { size, path };
}
