import { Gel } from '../brand/gel';
import './decorative-blob.css';

/** One of the two with the form between them, who come nearer while it is filled in. */
export function DecorativeBlob({ fill }: { fill: 'mango' | 'berry' }) {
  return (
    <svg className={`decorative-blob blob-${fill}`} viewBox="0 0 100 100" aria-hidden="true">
      <Gel bodies={[[50, 50, 50]]} fill={fill} />
    </svg>
  );
}
