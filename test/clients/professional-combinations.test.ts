import { expect, test } from 'vitest';
import {
  COST_TYPES,
  choose,
  FORMATS,
  OBJECTIVES,
  TARGETS,
  TYPES,
} from '../../src/channels/professional/resources/objective.ts';
import { isOffered } from '../../src/sandbox/professional/rules/objectives.ts';
import type { Campaign } from '../../src/sandbox/professional/state/shapes.ts';

/** Two readings of the platform's table, written apart: where they differ, one of them is wrong. */
const maybe = <T>(values: readonly T[]): (T | undefined)[] => [undefined, ...values];

const every = maybe(TYPES).flatMap((type) =>
  maybe(FORMATS).flatMap((format) =>
    maybe(OBJECTIVES).flatMap((objective_type) =>
      maybe(COST_TYPES).flatMap((cost_type) =>
        maybe(TARGETS).flatMap((optimization_target_type) =>
          [true, false].map((hasBid) => ({
            type,
            format,
            objective_type,
            cost_type,
            optimization_target_type,
            hasBid,
          })),
        ),
      ),
    ),
  ),
);

test('whatever the channel takes or derives, the platform offers', () => {
  const refused = every.flatMap((asked) => {
    const { chosen, problems } = choose(asked);
    const campaign = {
      type: chosen.type,
      objectiveType: chosen.objective_type,
      costType: chosen.cost_type,
      optimizationTargetType: chosen.optimization_target_type,
      ...(asked.format && { format: asked.format }),
    } as unknown as Campaign;
    return problems.length === 0 && !isOffered(campaign) ? [JSON.stringify({ asked, chosen })] : [];
  });
  expect(refused.slice(0, 3)).toEqual([]);
});

test('a format alone is enough for a campaign, and its bid is never zero', () => {
  for (const format of maybe(FORMATS)) {
    for (const objective_type of maybe(OBJECTIVES)) {
      const { chosen, problems } = choose({ format, objective_type, hasBid: false });
      if (problems.length > 0) expect(problems[0], format).toMatchObject({ field: 'objective_type' });
      expect(chosen.optimization_target_type).toMatch(/^MAX_/);
    }
  }
});
