import type { Ref } from 'react';
import { type Body, gelShape } from './gel-path';
import './gel.css';

/** Where the colors of gel come from. */
export const FILLS = {
  gel: 'url(#gel)',
  berry: 'color-mix(in oklch, var(--berry) 80%, var(--mango))',
  mango: 'color-mix(in oklch, var(--mango) 85%, var(--berry))',
} as const;

type GelProps = {
  ref?: Ref<SVGGElement>;
  /** From the left to the right; each melts with the next where they are near each other. */
  bodies: readonly Body[];
  fill?: keyof typeof FILLS | undefined;
};

/**
 * Bodies of gel as one glossy drawing: apart, touching or melted, as near as they are placed.
 * Coordinates are those of the surrounding `<svg>`; the fills are those of `<GelFills>`.
 */
export function Gel({ ref, bodies, fill = 'gel' }: GelProps) {
  const { outline, lights } = gelShape(bodies);
  return (
    <g ref={ref}>
      <path fill={FILLS[fill]} d={outline} />
      {lights.map(({ depth, ...gloss }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a body is its place in the row
        <g key={index}>
          <path fill="url(#depth)" d={depth} />
          <use href="#gloss" {...gloss} />
        </g>
      ))}
    </g>
  );
}

/** Redraws a `<Gel>` with its bodies elsewhere, past React: for every frame of a motion. */
export function redraw(gel: SVGGElement, bodies: readonly Body[]): void {
  const { outline, lights } = gelShape(bodies);
  const [whole, ...parts] = gel.children;
  whole?.setAttribute('d', outline);
  lights.forEach(({ depth, opacity, transform }, index) => {
    const [path, gloss] = parts[index]?.children ?? [];
    path?.setAttribute('d', depth);
    gloss?.setAttribute('opacity', String(opacity));
    gloss?.setAttribute('transform', transform);
  });
}

/** The gradients and the parts that every drawing on the page refers to; rendered once. */
export function GelFills() {
  return (
    <svg className="gel-fills" aria-hidden="true">
      <defs>
        <linearGradient id="gel" x2="1" y2="0.25">
          <stop stopColor="var(--berry)" />
          <stop stopColor="var(--mango)" offset="1" />
        </linearGradient>
        <linearGradient id="glow" x2="1" y2="0.3">
          <stop stopColor="var(--glow-from)" />
          <stop stopColor="var(--glow-to)" offset="1" />
        </linearGradient>
        {/* Light that falls in from the upper left, dusk towards the edge, a warm rim. */}
        <radialGradient id="depth" cx="0.47" cy="0.42" r="0.64" fx="0.4" fy="0.3">
          <stop stopColor="var(--gel-light)" />
          <stop stopColor="var(--gel-light)" offset="0.5" stopOpacity="0" />
          <stop stopColor="var(--gel-dusk)" offset="0.56" stopOpacity="0" />
          <stop stopColor="var(--gel-dusk)" offset="0.82" />
          <stop stopColor="oklch(0.8 0.15 45 / 0.5)" offset="1" />
        </radialGradient>
        {/* A soft streak at the upper left and a drop beside it. */}
        <radialGradient id="shine">
          <stop stopColor="var(--gloss)" offset="0.6" />
          <stop stopColor="var(--gloss)" stopOpacity="0" offset="1" />
        </radialGradient>
        <g id="gloss" fill="url(#shine)">
          <ellipse cy="-0.66" rx="0.37" ry="0.155" />
          <circle cx="0.5" cy="-0.55" r="0.07" />
        </g>
        <g id="ball">
          <circle r="1" />
          <circle fill="url(#depth)" r="1" />
          <use href="#gloss" transform="rotate(-38)" />
        </g>
        {/* Two eyes with a glint, and a smile, for a body of radius 1. */}
        <g id="face" className="face" transform="translate(-0.23 -0.14) scale(0.034)">
          <path className="face-eyes" d="M0-1v2M13.5-1v2" />
          <path className="face-glint" d="M-1.4-2h0M12.1-2h0" />
          <path d="M0 14q7 6.5 13.5 0" />
        </g>
      </defs>
    </svg>
  );
}
