import { testRuleCoverage } from '../../rule-coverage.testing.ts';
import { rules } from './coverage.ts';

testRuleCoverage({
  rules,
  last: 157,
  folder: new URL('..', import.meta.url).pathname,
  numbers: [/['(]((?:\d+, )*\d+): /g, /^ +\[\s*(\d+),\s/gm],
  explained: ['partly'],
});
