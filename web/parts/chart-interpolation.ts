/** Between two numbers, in place of d3's between any two things: what our axes measure are numbers. */
export const interpolateNumber = (from: number, to: number) => (share: number) => from * (1 - share) + to * share;
export const interpolateRound = (from: number, to: number) => (share: number) =>
  Math.round(interpolateNumber(from, to)(share));
export const interpolate = (from: number, to: number) => interpolateNumber(from, to);
/** Named by scales that are never drawn. */
export const piecewise = (from: number, to: number) => interpolateNumber(from, to);
