import { FILLS } from './gel';

type Place = { at: readonly [x: number, y: number]; radius: number };

const move = ({ at: [x, y], radius }: Place) => `translate(${x} ${y}) scale(${radius})`;

/** Two eyes and a smile, as on a ball at this place. */
export function Face(place: Place) {
  return <use href="#face" transform={move(place)} />;
}

type BallProps = Place & { fill?: keyof typeof FILLS };

/** One round body of gel that keeps its shape, as `<Gel>` draws it and with less text. */
export function Ball({ fill = 'gel', ...place }: BallProps) {
  return <use href="#ball" fill={FILLS[fill]} transform={move(place)} />;
}

type FriendProps = BallProps & {
  /** How far the face is turned to the right, in radii. */
  look?: number;
};

/** A ball with a face. */
export function Friend({ fill = 'gel', look, ...place }: FriendProps) {
  return (
    <g transform={move(place)}>
      <use href="#ball" fill={FILLS[fill]} />
      <use href="#face" x={look} />
    </g>
  );
}
