/** The scales of our charts, in place of all that d3 has: `vite.config.ts` gives them to recharts. */
export { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
