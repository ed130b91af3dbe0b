/** Replaces recharts' import of all d3 scales by the three that our charts use; aliased in `vite.config.ts`. */
export { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
