import type { z } from 'zod';
import { invalidArguments, type Problem } from '../../errors.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { parsedAsMeant } from '../../tools/as-meant.ts';
import type { PlanDefaults } from '../../tools/media-plan-desk.ts';
import { NAME_PARTS, unknownParts } from '../campaigns/names.ts';
import { planningChannels } from '../campaigns/plan-channels.ts';

/** The workspace's defaults with those that were given; refuses, by name, what they cannot be. */
export function mergedDefaults(job: JobPlace, kept: PlanDefaults, given: PlanDefaults | undefined): PlanDefaults {
  if (!given) return kept;
  const channels = planningChannels(job);
  const problems: Problem[] = [];
  const meant: Record<string, Record<string, unknown>> = {};
  const names = [...channels.keys()];
  for (const [index, { channel }] of (given.accounts ?? []).entries())
    if (!channels.has(channel))
      problems.push({
        field: `defaults.accounts.${index}.channel`,
        message: `${channel} is no channel that campaigns can be made on from a sheet`,
        allowed_values: names,
      });
  for (const [name, part] of Object.entries(given.channels ?? {})) {
    const channel = channels.get(name);
    if (channel) {
      const { args, problems: own } = partAsMeant(channel.mediaPlanning!.defaults, part, `defaults.channels.${name}`);
      problems.push(...own);
      meant[name] = args;
    } else
      problems.push({
        field: `defaults.channels.${name}`,
        message: 'is no channel that campaigns can be made on from a sheet',
        allowed_values: names,
      });
  }
  problems.push(...patternProblems(given.naming_pattern));
  if (problems.length > 0) throw invalidArguments(problems, 'Correct the defaults and call again. Nothing was kept.');
  const merged = { ...kept, ...defined(given) };
  if (!given.channels) return merged;
  const parts: Record<string, Record<string, unknown>> = { ...kept.channels };
  for (const [name, part] of Object.entries(meant)) parts[name] = { ...parts[name], ...part };
  return { ...merged, channels: parts };
}

function defined(given: PlanDefaults): PlanDefaults {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function partAsMeant(schema: z.ZodObject, part: Record<string, unknown>, field: string) {
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(part).filter((name) => !known.includes(name));
  const own = Object.fromEntries(Object.entries(part).filter(([name]) => known.includes(name)));
  const { args, parsed } = parsedAsMeant(schema, own);
  const problems: Problem[] = [
    ...unknown.map((name) => ({
      field: `${field}.${name}`,
      message: `is no default of this channel; there are: ${known.join(', ')}`,
      allowed_values: known,
    })),
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({
      field: [field, ...path.map(String)].join('.'),
      message: message.charAt(0).toLowerCase() + message.slice(1),
    })),
  ];
  return { args: args as Record<string, unknown>, problems };
}

function patternProblems(pattern: string | undefined): Problem[] {
  if (pattern === undefined) return [];
  const field = 'defaults.naming_pattern';
  const unknown = unknownParts(pattern);
  const allowed_values = NAME_PARTS.map((part) => `{${part}}`);
  if (unknown.length > 0) return [{ field, message: `has {${unknown[0]}}, which stands for nothing`, allowed_values }];
  return pattern.includes('{campaign}')
    ? []
    : [{ field, message: 'needs {campaign}, or all campaigns would have one name' }];
}
