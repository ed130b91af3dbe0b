import { Failure } from '../../errors.ts';
import { Turns } from '../../event-loop/turns.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { ruleFor } from '../../pipeline/preview.ts';
import { ACTION_CLASSES, type ActionClass, classByDifference } from '../../plans/action-class.ts';
import type { MediaPlanMember } from '../../plans/media-plan.ts';
import { RULES, type Rule } from '../../plans/policies.ts';
import type { Tool } from '../../tools/define-tool.ts';

interface ClassedPlan {
  /** The one that the policy is strictest about; of several such, the gravest. */
  class: ActionClass;
  rule: Rule;
  policyVersion: number;
  approvalsNeeded: number;
}

export function toolOfMember(tools: readonly Tool[], channel: string, name: string): Tool {
  const tool = tools.find((one) => one.channel.name === channel && one.name === name);
  if (tool) return tool;
  throw new Failure({
    code: 'unsupported',
    message: `There is no tool ${name} in the ${channel} channel any more.`,
    nextStep: 'Make a new plan from the sheet.',
  });
}

/** What the calls of all members are to an owner, by the workspace's policy as it is now. */
export async function classesOf(
  { pipeline, workspace, call }: JobPlace,
  members: readonly MediaPlanMember[],
): Promise<ClassedPlan> {
  const turns = new Turns();
  const found = { class: 'cut' as ActionClass, rule: 'auto' as Rule, policyVersion: 0, approvalsNeeded: 1 };
  for (const [channel, own] of Map.groupBy(members, (member) => member.channel)) {
    const mode = workspace.connections.find((one) => one.channel === channel)?.mode ?? 'sandbox';
    const policy = await pipeline.policies.of(workspace.id, call.principal.id, mode);
    found.policyVersion = policy.version;
    for (const name of await turns.through(classesIn(pipeline.tools, channel, own))) {
      const rule = ruleFor(policy, name);
      if (policy.two.includes(name)) found.approvalsNeeded = 2;
      const stricter = RULES.indexOf(rule) - RULES.indexOf(found.rule);
      const isGraver = ACTION_CLASSES.indexOf(name) < ACTION_CLASSES.indexOf(found.class);
      if (stricter > 0 || (stricter === 0 && isGraver)) Object.assign(found, { class: name, rule });
    }
  }
  return found;
}

function* classesIn(
  tools: readonly Tool[],
  channel: string,
  members: readonly MediaPlanMember[],
): Generator<void, Set<ActionClass>> {
  const own = toolsOfMembers(tools, channel);
  const classes = new Set<ActionClass>();
  for (const { calls } of members) {
    yield;
    for (const { tool, arguments: args, difference } of calls)
      classes.add(classByDifference(own(tool), args, difference));
  }
  return classes;
}

/** The same for thousands of calls, which have few tools. */
export function toolsOfMembers(tools: readonly Tool[], channel: string): (name: string) => Tool {
  const found = new Map<string, Tool>();
  return (name) => {
    const tool = found.get(name) ?? toolOfMember(tools, channel, name);
    found.set(name, tool);
    return tool;
  };
}
