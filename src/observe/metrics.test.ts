import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test('counters, gauges and histograms come out as Prometheus reads them', () => {
  const metrics = new Metrics();
  const calls = metrics.counter('calls_total', 'Calls', ['tool', 'result']);
  const seconds = metrics.histogram('seconds', 'Duration', ['tool']);
  metrics.gauge('open', 'Open', () => 3);
  calls.add(1, 'a', 'ok');
  calls.add(1, 'a', 'ok');
  calls.add(1, 'b"\n', 'ok');
  seconds.observe(0.002, 'a');
  seconds.observe(60, 'a');
  const lines = metrics.text().split('\n');
  expect(lines).toContain('calls_total{tool="a",result="ok"} 2');
  expect(lines).toContain('calls_total{tool="b__",result="ok"} 1');
  expect(lines).toContain('open 3');
  expect(lines).toContain('seconds_bucket{tool="a",le="0.001"} 0');
  expect(lines).toContain('seconds_bucket{tool="a",le="0.0025"} 1');
  expect(lines).toContain('seconds_bucket{tool="a",le="+Inf"} 2');
  expect(lines).toContain('seconds_count{tool="a"} 2');
});
