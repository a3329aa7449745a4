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

/** What a figure is made from; only `lobes` has to be said. */
export interface FigureRule {
  readonly lobes: number;
  readonly rings?: number;
  /** Farthest any ring reaches from the centre. */
  readonly reach?: number;
  /** Bend of the outermost ring. */
  readonly bend?: number;
  /** Turn of the outermost ring against the innermost. */
  readonly turn?: number;
}

/** Rings of a figure when nothing else is said. */
export const FIGURE_RINGS = 9;

const STEPS_PER_LOBE = 8;
const FEWEST_STEPS = 24;

/** Distance of the ring from its centre in a direction. */
export function ringRadius(ring: Ring, angle: number): number {
  return ring.radius * (1 + ring.bend * Math.cos(ring.lobes * (angle - ring.turn)));
}

/**
 * A figure: nested rings whose bend grows outward and turns a little.
 * @returns the rings from the innermost outwards
 */
export function ringFigure(rule: FigureRule): Ring[] {
  const { lobes, rings = FIGURE_RINGS, reach = 100, bend = 0.46, turn = 0.2 } = rule;
  return Array.from({ length: rings }, (_, index) => {
    const out = (index + 1) / rings;
    return { lobes, radius: (reach / (1 + bend)) * out, bend: bend * out ** 1.35, turn: turn * out - Math.PI / 2 };
  });
}

/** What a field of rings is made from: a ground that rings spread over from one point. */
export interface FieldRule {
  readonly lobes?: number;
  readonly rings: number;
  /** Radius of the innermost ring. */
  readonly first: number;
  /** Distance from one ring to the next. */
  readonly step: number;
  readonly bend?: number;
  /** Turn from one ring to the next. */
  readonly turn?: number;
}

/** Rings that spread from a point with an even step, each bent a little more than the one inside it, up to `bend`. */
export function ringField({ lobes = 7, rings, first, step, bend = 0.036, turn = 0.05 }: FieldRule): Ring[] {
  return Array.from({ length: rings }, (_, index) => ({
    lobes,
    radius: first + step * index,
    bend: bend * Math.min(1, (index + 1) / 8),
    turn: turn * index,
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
    const radius = ringRadius(ring, angle);
    const slope = -ring.radius * ring.bend * ring.lobes * Math.sin(ring.lobes * (angle - ring.turn));
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
