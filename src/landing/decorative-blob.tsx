import { Ball } from '../brand/ball';
import './decorative-blob.css';

/** One of the two bodies beside the form. Its face turns to the focused field. */
export function DecorativeBlob({ fill }: { fill: 'mango' | 'berry' }) {
  return (
    <svg className={`decorative-blob blob-${fill}`} viewBox="0 0 100 100" aria-hidden="true">
      <Ball at={[50, 50]} radius={50} fill={fill} />
      <g className="face blob-face">
        <g className="face-open">
          <path strokeWidth="6" d="M-6-.8v1.6M6-.8v1.6" />
          <path stroke="#fff" strokeWidth="2" d="M-6.9-1.4h0M5.1-1.4h0" />
        </g>
        <path className="face-lids" strokeWidth="2.2" d="M-9.5 1.5q3.5-7 7 0M2.5 1.5q3.5-7 7 0" />
        <path className="blob-mouth" strokeWidth="2.2" d="M-3.5 8q3.5 3.4 7 0" />
      </g>
    </svg>
  );
}
