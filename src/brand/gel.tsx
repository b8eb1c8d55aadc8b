import { type Body, gelPath } from './gel-path';
import './gel.css';

type GelProps = {
  a: Body;
  b: Body;
  /** `glow` is paler, for text upon it; `ink` is dark, for drawings on coloured ground. */
  fill?: 'gel' | 'glow' | 'ink';
  /** Without its gloss gel is a calm ground. */
  matte?: boolean;
};

/**
 * Two bodies of gel as one glossy drawing: apart, touching or melted, as near as they are placed.
 * Coordinates are those of the surrounding `<svg>`; the fills are those of `<GelFills>`.
 */
export function Gel({ a, b, fill = 'gel', matte = false }: GelProps) {
  return (
    <g>
      <path className={`gel-${fill}`} d={gelPath(a, b)} />
      {!matte && <Gloss body={a} />}
      {!matte && <Gloss body={b} />}
    </g>
  );
}

/** The light on one body: a soft streak at the upper left and a drop beside it. */
function Gloss({ body: [x, y, r] }: { body: Body }) {
  return (
    <g className="gel-gloss" transform={`translate(${x} ${y}) scale(${r}) rotate(-38)`}>
      <ellipse cy="-0.66" rx="0.34" ry="0.13" />
      <circle cx="0.5" cy="-0.55" r="0.07" />
    </g>
  );
}

/** The gradients that every drawing on the page refers to; rendered once. */
export function GelFills() {
  return (
    <svg className="gel-fills" aria-hidden="true">
      <defs>
        <linearGradient id="gel" x2="1" y2="0.25">
          <stop className="gel-from" />
          <stop className="gel-to" offset="1" />
        </linearGradient>
        <linearGradient id="glow" x2="1" y2="0.3">
          <stop className="glow-from" />
          <stop className="glow-to" offset="1" />
        </linearGradient>
      </defs>
    </svg>
  );
}
