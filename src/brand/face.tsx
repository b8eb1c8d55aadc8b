type FaceProps = {
  /** The center of the left eye. */
  at: readonly [x: number, y: number];
  /** An eye's radius, which everything else follows. */
  size?: number;
  smile?: boolean;
};

/** Two eyes and, where there is room, a smile: drawn over a body of gel. */
export function Face({ at: [x, y], size = 4.5, smile = false }: FaceProps) {
  return (
    <>
      <g fill="var(--on-gel)">
        <circle cx={x} cy={y} r={size} />
        <circle cx={x + 3 * size} cy={y} r={size} />
      </g>
      {smile && <path className="gel-smile" d={`M${x} ${y + 15}q7 6 14 0`} />}
    </>
  );
}
