import { testRuleCoverage } from '../../rule-coverage.testing.ts';
import { rules } from './coverage.ts';

testRuleCoverage({
  rules,
  last: 38,
  folder: new URL('..', import.meta.url).pathname,
  numbers: [/['"; ]rule (\d+):/g],
  explained: ['partly', 'absent'],
});
