/** Replaces `d3-interpolate`, which also handles colours and strings; our axes need only numbers. See `vite.config.ts`. */
export const interpolateNumber = (from: number, to: number) => (share: number) => from * (1 - share) + to * share;
export const interpolateRound = (from: number, to: number) => (share: number) =>
  Math.round(interpolateNumber(from, to)(share));
export const interpolate = (from: number, to: number) => interpolateNumber(from, to);
/** Imported by scales that our charts do not use. */
export const piecewise = (from: number, to: number) => interpolateNumber(from, to);
