import { testRuleCoverage } from '../../rule-coverage.testing.ts';
import { rules } from './coverage.ts';

testRuleCoverage({
  rules,
  last: 171,
  folder: new URL('..', import.meta.url).pathname,
  numbers: [/'rules? ((?:\d+, )*\d+):/g, /^ +\[\s*(\d+),\s/gm],
  explained: ['partly', 'absent'],
});
