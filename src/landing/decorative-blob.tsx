import { Ball } from '../brand/ball';
import './decorative-blob.css';

/** One of the two bodies with the form between them, which they watch. */
export function DecorativeBlob({ fill }: { fill: 'mango' | 'berry' }) {
  return (
    <svg className={`decorative-blob blob-${fill}`} viewBox="0 0 100 100" aria-hidden="true">
      <Ball at={[50, 50]} radius={50} fill={fill} />
      <g className="blob-eyes">
        {[-6, 6].map((x) => (
          <g key={x}>
            <ellipse fill="var(--on-gel)" cx={x} rx="3" ry="3.8" />
            <circle fill="#fff" cx={x - 0.9} cy="-1.4" r="1" />
            <path
              d={`M${x - 3.5} 1.5q3.5 -7 7 0`}
              fill="none"
              stroke="var(--on-gel)"
              strokeWidth="2.2"
              strokeLinecap="round"
            />
          </g>
        ))}
      </g>
    </svg>
  );
}
