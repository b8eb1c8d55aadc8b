import { Ball } from '../brand/ball';
import './decorative-blob.css';

/** One of the two bodies with the form between them. */
export function DecorativeBlob({ fill }: { fill: 'mango' | 'berry' }) {
  return (
    <svg className={`decorative-blob blob-${fill}`} viewBox="0 0 100 100" aria-hidden="true">
      <Ball at={[50, 50]} radius={50} fill={fill} />
    </svg>
  );
}
