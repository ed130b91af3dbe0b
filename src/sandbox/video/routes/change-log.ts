import { DAY_MS, SECOND_MS } from '../../../ambient.ts';
import { zoneOffsetMs } from '../../calendar.ts';
import { bad, Refusal } from '../errors.ts';
import { momentOf } from '../format.ts';
import type { ChangeData } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { Input } from './input.ts';
import { type AdvertiserCall, get, post, type Route } from './serve.ts';

const MAKING_MS = SECOND_MS;
const LONGEST_MS = 30 * DAY_MS;
const TYPES: Readonly<Record<string, string>> = {
  CAMPAIGN: 'Campaign',
  ADGROUP: 'Ad group',
  AD: 'Ad',
  ADVERTISER: 'Advertiser',
  INSTANT_FORM: 'Instant form',
};
const PARTS: Readonly<Record<string, string>> = {
  BUDGET: 'Budget & Schedule',
  STATUS: 'On/Off Status',
  TARGETING: 'Targeting',
  BIDDING_AND_OPTIMIZATION: 'Bidding & Optimization',
};
const OPERATIONS = 'CREATE AUDIT STATUS UPDATE DELETE DOWNLOAD_LEADS SUBSCRIBE_FORM UNSUBSCRIBE_FORM'.split(' ');

/** Change log tasks: create, check, download as text. */
export const changeLogRoutes: readonly Route[] = [
  post('changelog/task/create', (call) =>
    call.world.change((record) => {
      const { store, input, advertiser, now } = call;
      selectionOf(call);
      const { id } = store.insert(
        'ChangeTask',
        { advertiser: advertiser.id },
        { asked: { ...input.values }, created: now },
      );
      record({ kind: 'create', resource: 'change_task', id, account: advertiser.id });
      return { task_id: id };
    }),
  ),
  get('changelog/task/check', (call) => ({ status: stateOf(ownTask(call), call.now) })),
  get('changelog/task/download', (call) => {
    const task = ownTask(call);
    const status = stateOf(task, call.now);
    if (status !== 'SUCCESS') return { status, changelog: '' };
    return { status, changelog: fileOf({ ...call, input: new Input(task.data.asked, false) }, task.id) };
  }),
];

function ownTask({ store, input, advertiser }: AdvertiserCall): Entity<'ChangeTask'> {
  const id = input.needId('task_id');
  const task = store.find('ChangeTask', id);
  if (task?.links.advertiser !== advertiser.id) throw new Refusal(40007, `The task ${id} does not exist.`);
  return task;
}

function stateOf({ data }: Entity<'ChangeTask'>, now: number): string {
  return now - data.created < MAKING_MS ? 'PROCESSING' : 'SUCCESS';
}

function selectionOf({ input, advertiser, now }: AdvertiserCall) {
  const moment = (name: string) => {
    const text = input.text(name);
    if (text !== undefined && momentOf(text) === undefined) throw bad('Time format should be YYYY-MM-DD HH:MM:SS.');
    return text === undefined ? undefined : momentOf(text);
  };
  const end = moment('end_time') ?? now;
  const start = moment('start_time') ?? end - LONGEST_MS;
  if (end < start || end - start > LONGEST_MS)
    throw bad('end_time: must be after start_time, by no more than 30 days.');
  const zone = input.text('timezone') ?? advertiser.data.timezone;
  if (!isZone(zone)) throw bad(`timezone: ${zone} is not supported.`);
  const type = input.choice('object_type', Object.keys(TYPES));
  const part = input.choice('module', Object.keys(PARTS));
  return {
    start,
    end,
    zone,
    type,
    part,
    ids: input.ids('object_ids', 100),
    operations: input.choices('operation_types', OPERATIONS),
  };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** The download: text written as Python bytes, inside an object that is JSON text itself. */
function fileOf(call: AdvertiserCall, task: string): string {
  const { start, end, zone, type, part, ids, operations } = selectionOf(call);
  const changes = call.store
    .all('Change', { advertiser: call.advertiser.id })
    .reverse()
    .map(({ data }) => data)
    .filter(({ at }) => at >= start && at <= end)
    .filter((one) => type === undefined || one.object_type === TYPES[type])
    .filter((one) => part === undefined || one.object === PARTS[part])
    .filter((one) => ids === undefined || ids.includes(one.object_id))
    .filter((one) => operations === undefined || operations.includes(operationOf(one)));
  const count = (word: RegExp) =>
    changes.filter(({ details }) => details.some(({ name }) => word.test(String(name)))).length;
  const lines = [
    `Budget changes,${count(/^Budget$/)}`,
    `Bid changes,${count(/bid/i)}`,
    `Status changes,${changes.filter((one) => operationOf(one) === 'STATUS').length}`,
    '',
    'Time,log_object_type,Object ID,Object,Operator,Source,App ID,Activity details',
    ...changes.map((one) => lineOf(one, zone)),
  ];
  return JSON.stringify({ file_data: `b'${lines.map((line) => `${line}\r\n`).join('')}'`, file_name: `${task}.csv` });
}

function operationOf({ object, details }: ChangeData): string {
  const action = String(details[0]?.action).trim();
  if (action !== 'Change') return action.toUpperCase();
  return object === 'On/Off Status' ? 'STATUS' : 'UPDATE';
}

/** Times have no seconds. */
function lineOf({ at, object_type, object_id, object, operator, app_id, details }: ChangeData, zone: string): string {
  const time = new Date(at + zoneOffsetMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ');
  const source = app_id === '' ? 'TikTok Ads Manager' : 'Marketing API';
  const told = `[${details.map((one) => JSON.stringify(one).replaceAll('":', '": ').replaceAll('","', '", "')).join(', ')}]`;
  return [
    time,
    object_type,
    object_id,
    object,
    operator,
    source,
    app_id || '--',
    `"${told.replaceAll('"', '""')}"`,
  ].join(',');
}
