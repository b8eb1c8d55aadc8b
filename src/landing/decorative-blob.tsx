import { Gel } from '../brand/gel';
import { body } from '../brand/gel-path';
import './decorative-blob.css';

/** One of the two bodies with the form between them. */
export function DecorativeBlob({ fill }: { fill: 'mango' | 'berry' }) {
  return (
    <svg className={`decorative-blob blob-${fill}`} viewBox="0 0 100 100" aria-hidden="true">
      <Gel bodies={[body(50, 50, 50)]} fill={fill} />
    </svg>
  );
}
