/** The colors of a body: the gradient from berry to mango, or mainly one of the two. */
export const FILLS = { gel: 'url(#gel)', berry: 'var(--berry-gel)', mango: 'var(--mango-gel)' } as const;

/** How the lines of a face are drawn. */
export const FACE_LINES = { fill: 'none', stroke: 'var(--on-gel)', strokeWidth: 3.5, strokeLinecap: 'round' } as const;

type GelProps = {
  /** The `d` of a `<path>`. */
  outline: string;
  fill?: keyof typeof FILLS;
};

/** Bodies of gel that have melted into one outline. Put a `<Gloss>` on each. */
export function Gel({ outline, fill = 'gel' }: GelProps) {
  return (
    <>
      <path fill={FILLS[fill]} d={outline} />
      <path fill="url(#depth)" d={outline} />
    </>
  );
}

/** The gradients and shapes that drawings share; rendered once. */
export function GelDefs() {
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <defs>
        <linearGradient id="gel" x2="1" y2="0.25">
          <stop stopColor="var(--berry)" />
          <stop stopColor="var(--mango)" offset="1" />
        </linearGradient>
        {/* Light that falls in from the upper left, dusk towards the edge, a warm rim. */}
        <radialGradient id="depth" cx="0.47" cy="0.42" r="0.64" fx="0.4" fy="0.3">
          <stop stopColor="var(--gel-light)" />
          <stop stopColor="var(--gel-light)" offset="0.5" stopOpacity="0" />
          <stop stopColor="var(--gel-dusk)" offset="0.56" stopOpacity="0" />
          <stop stopColor="var(--gel-dusk)" offset="0.82" />
          <stop stopColor="var(--gel-rim)" offset="1" />
        </radialGradient>
        {/* A soft streak at the upper left and a drop beside it. */}
        <radialGradient id="shine">
          <stop stopColor="var(--gel-gloss)" offset="0.6" />
          <stop stopColor="var(--gel-gloss)" stopOpacity="0" offset="1" />
        </radialGradient>
        <g id="gloss" fill="url(#shine)" transform="rotate(-38)">
          <ellipse cy="-0.66" rx="0.37" ry="0.155" />
          <circle cx="0.5" cy="-0.55" r="0.07" />
        </g>
        <g id="ball">
          <circle r="1" />
          <circle fill="url(#depth)" r="1" />
          <use href="#gloss" />
        </g>
        {/* Two eyes with a glint, and a smile, for a body of radius 1. */}
        <g id="face" {...FACE_LINES} transform="translate(-0.23 -0.14) scale(0.034)">
          <path strokeWidth="8.6" d="M0-1v2M13.5-1v2" />
          <path stroke="#fff" strokeWidth="2.8" d="M-1.4-2h0M12.1-2h0" />
          <path d="M0 14q7 6.5 13.5 0" />
        </g>
      </defs>
    </svg>
  );
}
