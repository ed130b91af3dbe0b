import { changeId, changeNumber } from '../../audit/change-ids.ts';
import type { RecordedChange } from '../../audit/recorded-changes.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { toolOf } from '../../pipeline/change-names.ts';
import { coverageOf, undoingOf } from '../../pipeline/undo-coverage.ts';
import type { Channel } from '../../tools/channel.ts';
import type { Tool } from '../../tools/define-tool.ts';
import type { MonitorKind, ShownAlert } from '../../tools/monitor-desk.ts';
import type { Finding } from './finding.ts';

type NextCall = ShownAlert['next_calls'][number];

const CALLS_MAX = 2;

interface Asking {
  pipeline: Pipeline;
  kind: MonitorKind;
  finding: Finding;
  /** Changes of ours just before, newest first. */
  own: readonly RecordedChange[];
  /** Of the change whose outcome is not known. */
  unknown?: RecordedChange | undefined;
  /** Channels that the workspace has connected. */
  connected: readonly string[];
}

/** At most two calls that would mend what an alert is about. Each can be sent as it stands. */
export function mendingCalls(asking: Asking): NextCall[] {
  return callsFor(asking).slice(0, CALLS_MAX);
}

function callsFor(asking: Asking): NextCall[] {
  const { kind, finding, pipeline, connected } = asking;
  const { subject, verdict } = finding;
  switch (kind) {
    case 'plan_waiting':
      return [
        workspaceCall('get_plan', { plan_id: verdict.figures.plan_id }, 'See what waits, and where it is decided'),
      ];
    case 'outcome_unknown':
      return lookCalls(asking);
    case 'over_limit':
      return [workspaceCall('get_spend_limits', {}, 'See what counts against the limit')];
    case 'overspend':
      return [...undoCalls(asking), workspaceCall('get_pacing', {}, 'See where the month will end, row by row')];
    case 'token_expiry':
    case 'account_problem':
      return [];
    case 'ad_rejected':
    case 'zero_delivery':
      return [...diagnosis(pipeline, finding), ...undoCalls(asking)];
    case 'conversions_stopped':
      return [
        ...undoCalls(asking),
        workspaceCall(
          'list_sent_conversions',
          subject.channel === undefined ? {} : { channel: subject.channel },
          'See which conversions were sent, and what the platform said of them',
        ),
        ...(connected.includes('tags') ? [] : diagnosis(pipeline, finding)),
      ];
    default:
      return [...undoCalls(asking), ...pauseCalls(pipeline, finding)];
  }
}

function workspaceCall(tool: string, args: Record<string, unknown>, purpose: string): NextCall {
  return { channel: 'workspace', tool, arguments: args, purpose };
}

/** The newest change of ours that can be taken back. The call shows first what would go back. */
function undoCalls({ pipeline, own }: Asking): NextCall[] {
  const change = own.find((one) => coverageOf(undoingOf(toolOf(pipeline, one), one)) !== 'none');
  if (!change) return [];
  return [
    workspaceCall(
      'undo_change',
      { change_id: changeId(change) },
      'See what taking back the change just before would do; with preview false it is done',
    ),
  ];
}

export interface PauseCall {
  tool: Tool;
  arguments: Record<string, unknown>;
}

/** The channel's own call that switches a campaign off; undefined where the object is none. */
export function pauseCall(
  pipeline: Pick<Pipeline, 'tools'>,
  { channel: name, account, campaign }: Finding['subject'],
): PauseCall | undefined {
  const channel = pipeline.tools.find((tool) => tool.channel.name === name)?.channel;
  const level = channel?.levels?.[0];
  if (!channel || !level || campaign === undefined) return undefined;
  const tool = toolNamed(pipeline, channel, level.tool);
  if (!tool) return undefined;
  return { tool, arguments: { ...atAccount(tool, account), [level.argument]: campaign, status: level.off } };
}

function pauseCalls(pipeline: Pipeline, { subject }: Finding): NextCall[] {
  const pause = pauseCall(pipeline, subject);
  if (!pause) return [];
  const { tool, arguments: args } = pause;
  return [{ channel: tool.channel.name, tool: tool.name, arguments: args, purpose: `Pause “${subject.name}”` }];
}

/** What keeps a campaign from being shown. */
function diagnosis(pipeline: Pipeline, { subject }: Finding): NextCall[] {
  const channel = pipeline.tools.find((tool) => tool.channel.name === subject.channel)?.channel;
  const tool = channel && toolNamed(pipeline, channel, 'diagnose_delivery');
  const level = channel?.levels?.[0];
  if (!tool || !level || subject.campaign === undefined) return [];
  return [
    {
      channel: channel.name,
      tool: tool.name,
      arguments: { ...atAccount(tool, subject.account), [level.argument]: subject.campaign },
      purpose: `See what keeps “${subject.name}” from being shown`,
    },
  ];
}

/** The read that shows whether a change was made, at the place of the change. */
function lookCalls({ pipeline, unknown: change }: Asking): NextCall[] {
  const tool = change && toolOf(pipeline, change);
  if (!change || !tool?.look || change.args.cut === true) return [];
  const look = tool.look(change.args);
  const same = Object.fromEntries(Object.entries(change.args).filter(([name]) => tool.sharedInput.includes(name)));
  const target = toolNamed(pipeline, tool.channel, look.tool);
  if (!target) return [];
  const { idempotency_key: _, ...place } = same;
  return [
    {
      channel: tool.channel.name,
      tool: look.tool,
      arguments: { ...place, ...look.arguments },
      purpose: 'See whether the change was made',
    },
  ];
}

function toolNamed({ tools }: Pick<Pipeline, 'tools'>, channel: Channel, name: string): Tool | undefined {
  return tools.find((tool) => tool.channel.name === channel.name && tool.name === name);
}

function atAccount({ needsAccount, channel }: Tool, account: string | undefined): Record<string, unknown> {
  return needsAccount && channel.account && account !== undefined ? { [channel.account.argument]: account } : {};
}

/** The change that an alert of an unknown outcome is about. */
export function unknownChange({ verdict }: Finding): number | undefined {
  const { change_id: id } = verdict.figures;
  return typeof id === 'string' ? changeNumber(id) : undefined;
}
