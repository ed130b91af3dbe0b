import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { contentsWith, template } from '../../resources/containers/contents.testing.ts';
import type { Contents } from '../../resources/containers/contents.ts';
import { audited } from './audit.ts';

const TAGS = 1000;

/** The longest that one turn of the event loop worked while the audit ran. */
async function longestTurn(contents: Contents): Promise<{ longestMs: number; findings: number }> {
  let [longestMs, isOver] = [0, false];
  const awaited = Array.from({ length: 200 }, (_, n) => ({
    ...{ channel: 'search', account: '1', id: String(n), name: `A${n}`, takes_events: false },
    tag: { id: 'AW-1', label: `label-of-action-${n}`, awaited: true },
  }));
  const connected = { channels: ['search'], awaited };
  const work = audited(contents, { now: 0, isServer: false, connected }).finally(() => {
    isOver = true;
  });
  // By the time of this thread alone: other work on the machine says nothing about the audit.
  for (let last = process.threadCpuUsage(); !isOver; last = process.threadCpuUsage()) {
    await nextTurn();
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1000);
  }
  return { longestMs, findings: (await work).findings.length };
}

/** Texts that make careless patterns walk back and forth. */
const HOSTILE = [
  `${'fbq( '.repeat(4000)}`,
  `${'{{'.repeat(10_000)}`,
  `${'<script '.repeat(3000)}src=`,
  `${'password = '.repeat(2000)}`,
  `${'a.'.repeat(10_000)}`,
  `https://${'a:'.repeat(10_000)}`,
  `${'eyJ'.repeat(8000)}`,
  `${' '.repeat(30_000)}`,
  `${`fbq('track','Lead');`.repeat(1000)}`,
];

test('a thousand tags with long HTML are read in short turns', async () => {
  const code = (n: number) => `<script>/* ${n} */ ${HOSTILE[n % HOSTILE.length]} fbq('track','Lead${n}');</script>`;
  const contents = contentsWith({
    tag: Array.from({ length: TAGS }, (_, n) => ({
      ...{ tagId: String(n + 1), name: `Tag ${n}`, type: 'html', firingTriggerId: [String((n % 500) + 1)] },
      parameter: [template('html', code(n))],
    })),
    trigger: Array.from({ length: TAGS }, (_, n) => ({
      triggerId: String(n + 1),
      name: `Trigger ${n}`,
      type: 'pageview',
      filter: [],
    })),
    variable: Array.from({ length: TAGS }, (_, n) => ({
      ...{
        variableId: String(n + 1),
        name: `Variable ${n}`,
        type: 'jsm',
        parameter: [template('javascript', `function(){return {{Variable ${n + 1}}}}`)],
      },
    })),
  });
  const { longestMs, findings } = await longestTurn(contents);
  expect(findings).toBeGreaterThan(TAGS);
  expect(longestMs).toBeLessThan(50);
});
