import { FILLS } from './gel';
import type { Body } from './gel-path';

const move = ([x, y, radius]: Body) => `translate(${x} ${y}) scale(${radius})`;

/** Two eyes and a smile, as on a ball with this center and radius. */
export function Face({ body }: { body: Body }) {
  return <use href="#face" transform={move(body)} />;
}

type BallProps = { body: Body; fill?: keyof typeof FILLS };

/** One round body of gel that keeps its shape. It looks as `<Gel>` draws it, and takes less HTML. */
export function Ball({ body, fill = 'gel' }: BallProps) {
  return <use href="#ball" fill={FILLS[fill]} transform={move(body)} />;
}

type BallWithFaceProps = BallProps & {
  /** How far the face is turned to the right, in radii. */
  look?: number;
};

/** A ball with a face. */
export function BallWithFace({ body, fill = 'gel', look }: BallWithFaceProps) {
  return (
    <g transform={move(body)}>
      <use href="#ball" fill={FILLS[fill]} />
      <use href="#face" x={look} />
    </g>
  );
}
