import { MINUTE_MS, SECOND_MS } from '../../../ambient.ts';

import { bad, Refusal } from '../errors.ts';
import { reportQuery } from '../reports/query.ts';
import type { Entity } from '../state.ts';
import { Input } from './input.ts';
import { wholeReport } from './reports.ts';
import { type AdvertiserCall, FileAnswer, get, post, type Route } from './serve.ts';

const QUEUED_MS = 10 * SECOND_MS;
const DONE_MS = MINUTE_MS;
const IDS_MAX = 20_000;

/** Report tasks, which have no limit on days and rows. */
export const reportTaskRoutes: readonly Route[] = [
  post('report/task/create', (call) =>
    call.world.change((record) => {
      const { store, input, advertiser, now, token } = call;
      reportQuery(call, true);
      input.choice('output_format', ['CSV_STRING']);
      const name = input.text('file_name') ?? '';
      if (name.length > 255 || /[^\w .-]/.test(name)) throw bad('file_name: at most 255 characters, none special.');
      checkFilters(input);
      const data = { token: token.token, asked: { ...input.values }, created: now };
      const { id } = store.insert('ReportTask', { advertiser: advertiser.id }, data);
      record({ kind: 'create', resource: 'report_task', id, account: advertiser.id });
      return { task_id: id };
    }),
  ),
  get('report/task/check', (call) => ({ status: stateOf(ownTask(call), call.now), message: '' })),
  get('report/task/download', (call) => {
    const task = ownTask(call);
    if (stateOf(task, call.now) !== 'SUCCESS') throw new Refusal(40201, 'The task is not ready.');
    const asked = { ...call, input: new Input(task.data.asked, false) };
    const rows = wholeReport(asked, reportQuery(asked, true));
    return new FileAnswer(csv(rows, task.data.asked.enable_report_title_translation !== false));
  }),
  post('report/task/cancel', (call) =>
    call.world.change((record) => {
      const task = ownTask(call);
      if (!['QUEUING', 'PROCESSING'].includes(stateOf(task, call.now)))
        throw bad('task_id: only a task that is queued or processed can be cancelled.');
      task.data.canceled = true;
      call.store.save(task);
      record({ kind: 'update', resource: 'report_task', id: task.id, account: call.advertiser.id });
    }),
  ),
];

function ownTask({ store, input, advertiser, token }: AdvertiserCall): Entity<'ReportTask'> {
  const id = input.needId('task_id');
  const task = store.find('ReportTask', id);
  if (task?.links.advertiser !== advertiser.id) throw new Refusal(40007, `The task ${id} does not exist.`);
  if (task.data.token !== token.token) throw new Refusal(40001, 'No permission to operate this task.');
  return task;
}

function stateOf({ data }: Entity<'ReportTask'>, now: number): string {
  if (data.canceled) return 'CANCELED';
  const age = now - data.created;
  return age < QUEUED_MS ? 'QUEUING' : age < DONE_MS ? 'PROCESSING' : 'SUCCESS';
}

/** Only ids narrow such a report. */
function checkFilters(input: Input): void {
  for (const filter of input.objects('filtering') ?? []) {
    const field = filter.needText('field_name');
    if (!/^(campaign|adgroup|ad)_ids$/.test(field)) throw bad(`filtering: ${field} is not supported here.`);
    if (filter.needText('filter_value').split(',').length > IDS_MAX) throw bad('filtering: too many ids.');
  }
}

/** Columns are titled for people unless that is switched off. */
function csv(rows: readonly Record<string, unknown>[], isTitled: boolean): string {
  const names = Object.keys(rows[0] ?? {});
  const titleOf = (name: string) =>
    name
      .replaceAll('_', ' ')
      .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
      .replace(/\bId\b/, 'ID');
  const cell = (value: unknown) => {
    const text = String(value ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const head = names.map((name) => (isTitled ? titleOf(name) : name));
  return [head, ...rows.map((row) => names.map((name) => row[name]))]
    .map((line) => line.map(cell).join(','))
    .join('\n');
}
