import { FILLS } from './gel';

/** A round body of gel: its center and radius in the drawing's units. */
type Body = readonly [x: number, y: number, radius: number];

const place = ([x, y, radius]: Body) => `translate(${x} ${y}) scale(${radius})`;

/** Two eyes and a smile, as on a ball with this center and radius. */
export function Face({ body }: { body: Body }) {
  return <use href="#face" transform={place(body)} />;
}

/** The light on a round body, or on a part of a `<Gel>`. */
export function Gloss({ body }: { body: Body }) {
  return <use href="#gloss" transform={place(body)} />;
}

type BallProps = { body: Body; fill?: keyof typeof FILLS };

/** One round body of gel. */
export function Ball({ body, fill = 'gel' }: BallProps) {
  return <use href="#ball" fill={FILLS[fill]} transform={place(body)} />;
}

type BallWithFaceProps = BallProps & {
  /** How far the face is turned to the right, in radii. */
  look?: number;
};

/** A ball with a face. */
export function BallWithFace({ body, fill = 'gel', look }: BallWithFaceProps) {
  return (
    <g transform={place(body)}>
      <use href="#ball" fill={FILLS[fill]} />
      <use href="#face" x={look} />
    </g>
  );
}
