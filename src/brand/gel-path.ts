/** A round body of gel: its center and radius in the drawing's units. */
export type Body = readonly [x: number, y: number, radius: number];

/**
 * The outlines of two bodies of gel: one if they are near each other and melt together, or else two.
 *
 * @returns the `d` of an SVG path for each outline
 */
export function gelPaths(a: Body, b: Body): string[] {
  const melted = melt(a, b);
  return melted ? [melted] : [circle(a), circle(b)];
}

/**
 * Two circles and, between them, a neck whose flanks leave each circle along its tangent (the
 * classic metaball connector). Neither body may lie inside the other. Returns nothing for bodies that are too far apart.
 */
function melt(a: Body, b: Body): string | undefined {
  const [ax, ay, ar] = a;
  const [bx, by, br] = b;
  const distance = Math.hypot(bx - ax, by - ay);
  if (distance > (ar + br) * 1.5) return undefined;
  const direction = Math.atan2(by - ay, bx - ax);
  const overlap = (r: number, other: number) =>
    distance < ar + br ? Math.acos((r * r + distance * distance - other * other) / (2 * r * distance)) : 0;
  const spread = Math.acos((ar - br) / distance);
  // How far the neck reaches around each body, as an angle from the line between the centers.
  const onA = (overlap(ar, br) + spread) / 2;
  const onB = (Math.PI - overlap(br, ar) + spread) / 2;

  const at = ([x, y, r]: Body, angle: number) => [x + r * Math.cos(angle), y + r * Math.sin(angle)] as const;
  const [a1, a2] = [at(a, direction + onA), at(a, direction - onA)];
  const [b1, b2] = [at(b, direction + onB), at(b, direction - onB)];

  const pull =
    Math.min(1.2, Math.hypot(b1[0] - a1[0], b1[1] - a1[1]) / (ar + br)) * Math.min(1, (distance * 2) / (ar + br));
  const handle = ([x, y]: readonly [number, number], angle: number, r: number) =>
    point([x + r * pull * Math.cos(angle), y + r * pull * Math.sin(angle)]);
  const quarter = Math.PI / 2;

  return [
    `M${point(a1)}`,
    `C${handle(a1, direction + onA - quarter, ar)} ${handle(b1, direction + onB + quarter, br)} ${point(b1)}`,
    `A${round(br)} ${round(br)} 0 ${onB > quarter ? 1 : 0} 0 ${point(b2)}`,
    `C${handle(b2, direction - onB - quarter, br)} ${handle(a2, direction - onA + quarter, ar)} ${point(a2)}`,
    `A${round(ar)} ${round(ar)} 0 ${onA > quarter ? 0 : 1} 0 ${point(a1)}Z`,
  ].join('');
}

function circle([x, y, radius]: Body): string {
  const r = round(radius);
  return `M${point([x - r, y])}a${r} ${r} 0 1 0 ${round(2 * r)} 0a${r} ${r} 0 1 0 ${round(-2 * r)} 0Z`;
}

function point([x, y]: readonly [number, number]): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
