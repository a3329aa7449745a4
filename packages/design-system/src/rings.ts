/*
 * Sound made visible: a ring is a circle whose radius is bent by a slow wave, a standing wave seen from above.
 * Everything that shows rings (figures, hero, ticket, loading) is drawn from this rule and never from a stored picture.
 */

/** One ring. Lengths are in the drawing's own units, angles in radians. */
export interface Ring {
  /** Waves around the circle; with 0 the ring is a circle. The number is the identity of a figure. */
  readonly lobes: number;
  /** Radius of the circle before it is bent. */
  readonly radius: number;
  /** How far the wave reaches, as a part of the radius: 0 is a circle, below 1 the ring never crosses itself. */
  readonly bend: number;
  /** How far the wave is turned. */
  readonly turn: number;
}

/** Rings of a figure when nothing else is said. */
const FIGURE_RINGS = 9;
/** Bend of the outermost ring of a figure. */
const BEND = 0.3956;
/** Farthest any ring of a figure reaches from the centre. */
const REACH = 92;
/** Turn of the outermost ring against the innermost. */
const TURN = 0.2;

const STEPS_PER_LOBE = 8;
const FEWEST_STEPS = 24;

/**
 * A figure: nested rings whose bend grows outward and turns a little.
 * @returns the rings from the innermost outwards
 */
export function ringFigure(lobes: number, rings = FIGURE_RINGS): Ring[] {
  return Array.from({ length: rings }, (_, index) => {
    const out = (index + 1) / rings;
    return { lobes, radius: (REACH / (1 + BEND)) * out, bend: BEND * out ** 1.35, turn: TURN * out - Math.PI / 2 };
  });
}

/** Rings that spread over a ticket from one point with an even step, each bent a little more than the one inside it. */
export function ticketRings(): Ring[] {
  return Array.from({ length: 17 }, (_, index) => ({
    lobes: 7,
    radius: 12 + 23 * index,
    bend: 0.05 * Math.min(1, (index + 1) / 8),
    turn: 0.05 * index,
  }));
}

/**
 * SVG path data of a ring around a centre: cubic curves through exact points with exact tangents, so that a few
 * points per lobe are enough. The result is closed and ends with `Z`.
 */
export function ringPath(ring: Ring, centre: { readonly x: number; readonly y: number } = { x: 0, y: 0 }): string {
  const steps = Math.max(FEWEST_STEPS, ring.lobes * STEPS_PER_LOBE);
  const stride = (2 * Math.PI) / steps;
  const third = stride / 3;
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const angle = (index % steps) * stride;
    const wave = ring.lobes * (angle - ring.turn);
    const radius = ring.radius * (1 + ring.bend * Math.cos(wave));
    const slope = -ring.radius * ring.bend * ring.lobes * Math.sin(wave);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return {
      x: centre.x + radius * cos,
      y: centre.y + radius * sin,
      dx: (slope * cos - radius * sin) * third,
      dy: (slope * sin + radius * cos) * third,
    };
  });
  let path = '';
  points.forEach((point, index) => {
    const before = points[index - 1];
    const end = `${place(point.x - point.dx)} ${place(point.y - point.dy)} ${place(point.x)} ${place(point.y)}`;
    if (!before) path += `M${place(point.x)} ${place(point.y)}`;
    // Every stride is alike, so from the second on a curve leaves as the one before it arrived.
    else path += index === 1 ? `C${place(before.x + before.dx)} ${place(before.y + before.dy)} ${end}` : `S${end}`;
  });
  return `${path}Z`;
}

/* A tenth of a unit is finer than a pixel on every screen the figures are shown on. */
function place(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}
