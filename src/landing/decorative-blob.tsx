import { Ball } from '../brand/ball';
import './decorative-blob.css';

/** A large body of gel in the background. landing.css places it, and its face where it is visible. */
export function DecorativeBlob({ fill }: { fill: 'mango' | 'berry' }) {
  return (
    <svg className="decorative-blob" viewBox="0 0 100 100" aria-hidden="true">
      <Ball body={[50, 50, 50]} fill={fill} />
      <g className="gel-face decorative-blob-face">
        <path strokeWidth="6" d="M-6-.8v1.6M6-.8v1.6" />
        <path stroke="#fff" strokeWidth="2" d="M-6.9-1.4h0M5.1-1.4h0" />
        <path strokeWidth="2.2" d="M-3.5 8q3.5 3.4 7 0" />
      </g>
    </svg>
  );
}
