import { Gel } from '../brand/gel';
import './side-body.css';

/** One of the two with the form between them, who come nearer while it is filled in. */
export function SideBody({ fill }: { fill: 'mango' | 'berry' }) {
  return (
    <svg className={`side-body side-${fill}`} viewBox="0 0 100 100" aria-hidden="true">
      <Gel bodies={[[50, 50, 50]]} fill={fill} />
    </svg>
  );
}
