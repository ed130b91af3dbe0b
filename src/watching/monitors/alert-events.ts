import type { NewEvent } from '../../notices/events.ts';
import type { AlertRow } from '../../store/monitor-tables.ts';
import type { ShownAlert } from '../../tools/monitor-desk.ts';
import type { Subject } from '../rules/verdict.ts';
import type { Monitor } from './monitor-records.ts';

/** Below the 20 kB of a webhook's body, with room for what stands around it. */
const FIGURES_BYTES_MAX = 8_000;

/** The message of an alert that fires, or that is over. Its id tells which state of which window it is about. */
export function eventOf(monitor: Monitor, row: AlertRow, at: number): NewEvent {
  const isOver = row.state === 'resolved';
  const object = JSON.parse(row.object) as Subject;
  const paused = row.paused === null ? undefined : (JSON.parse(row.paused) as ShownAlert['paused']);
  const before = JSON.parse(row.just_before) as ShownAlert['just_before'];
  const sentence = isOver ? (row.resolution ?? row.sentence) : row.sentence;
  return {
    id: `${row.id}.${isOver ? 'resolved' : 'firing'}.${row.window}`,
    type: isOver ? 'alert.resolved' : 'alert.firing',
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    at,
    data: {
      alert_id: row.id,
      monitor_id: row.monitor_id,
      monitor: monitor.spec.name,
      kind: row.kind,
      state: row.state,
      severity: row.severity,
      object: {
        name: object.name,
        channel: object.channel,
        mode: object.mode,
        account: object.account,
        campaign: object.campaign,
      },
      sentence,
      ...(row.figures.length <= FIGURES_BYTES_MAX && { figures: JSON.parse(row.figures) }),
      since: new Date(Number(row.since)).toISOString(),
      ...(!isOver && { just_before: before }),
      ...(paused && { paused }),
    },
    words: {
      title: `${isOver ? 'Over: ' : ''}${monitor.spec.name}: ${object.name}`,
      text: [
        onOneLine(sentence),
        ...(isOver || before.length === 0
          ? []
          : [
              'Just before:',
              ...before.map(({ at: when, who, words }) => onOneLine(`- ${when} ${who ? `${who}: ` : ''}${words}`)),
            ]),
        ...(paused ? [onOneLine(paused.words)] : []),
      ].join('\n'),
      path: `/alerts?workspace=${row.workspace_id}&alert=${row.id}`,
    },
    ...(monitor.spec.notify && { endpoints: monitor.spec.notify }),
  };
}

/** A name with line breaks in it must not pass for lines of ours. */
function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
