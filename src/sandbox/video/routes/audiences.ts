import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';

import { bad } from '../errors.ts';
import { platformTime } from '../format.ts';
import { visitorsFound } from '../rules/audience-rule-spec.ts';
import {
  audienceName,
  calculateType,
  checkAudienceCount,
  lookalikeSpec,
  ownAudience,
  rowsIn,
} from '../rules/audience-rules.ts';
import { receivedFile } from '../rules/file-rules.ts';
import type { AudienceData } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { pageOf } from './listing.ts';
import { type AdvertiserCall, get, post, type Route } from './serve.ts';

const MATCHING_MS = 24 * HOUR_MS;
const LIFE_MS = 365 * DAY_MS;
const LOOKALIKE_PEOPLE: Readonly<Record<string, number>> = { NARROW: 900_000, BALANCED: 2_400_000, BROAD: 6_000_000 };

export const audienceRoutes: readonly Route[] = [
  get('dmp/custom_audience/list', ({ store, input, advertiser, now }) => {
    const ids = input.ids('custom_audience_ids', 100);
    const found = store
      .all('Audience', { advertiser: advertiser.id })
      .filter(({ id, data }) => !data.deleted && (!ids || ids.includes(id)));
    const { items, page_info } = pageOf(input, found, { usual: 10, max: 100 });
    return { list: items.map((one) => audienceView(one, now)), page_info };
  }),
  get('dmp/custom_audience/get', ({ store, input, advertiser, now }) => {
    const ids = input.ids('custom_audience_ids', 100);
    if (!ids?.length) throw input.missing('custom_audience_ids');
    const found = store
      .all('Audience', { advertiser: advertiser.id })
      .filter(({ id, data }) => !data.deleted && ids.includes(id));
    return { list: found.map((one) => ({ audience_details: detailsOf(one, now), audience_history: [] })) };
  }),
  post('dmp/custom_audience/file/upload', (call) =>
    call.world.change((record) => {
      const { store, advertiser, now } = call;
      const calculate_type = calculateType(call);
      const { bytes } = receivedFile(call, 'file', 'file_signature');
      const lines = bytes.toString('utf8').split(/\r?\n/).filter(Boolean);
      if (calculate_type.endsWith('_SHA256') && lines.some((line) => !/^[0-9a-f]{64}$/.test(line)))
        throw bad('file: at least 1 line is not a SHA256 hash.');
      const file_path = randomBytes(8).toString('hex');
      store.insert(
        'AudienceFile',
        { advertiser: advertiser.id },
        { calculate_type, rows: lines.length, created: now },
        file_path,
      );
      record({
        kind: 'create',
        resource: 'audience_file',
        id: file_path,
        account: advertiser.id,
        detail: { rows: lines.length },
      });
      return { file_path };
    }),
  ),
  post('dmp/custom_audience/create', (call) => {
    const calculate_type = calculateType(call);
    const name = audienceName(call);
    const cover_num = Math.floor(rowsIn(call, calculate_type) * 0.8);
    return make(call, { name, calculate_type, cover_num, audience_type: 'Customer File Audience' });
  }),
  post('dmp/custom_audience/lookalike/create', (call) => {
    const name = audienceName(call);
    const lookalike_spec = lookalikeSpec(call)!;
    const cover_num = LOOKALIKE_PEOPLE[String(lookalike_spec.audience_size)] ?? 0;
    return make(call, { name, calculate_type: null, cover_num, audience_type: 'Lookalike Audience', lookalike_spec });
  }),
  post('dmp/custom_audience/rule/create', (call) => {
    const name = audienceName(call);
    return make(call, {
      name,
      calculate_type: null,
      cover_num: visitorsFound(call),
      audience_type: 'Website Audience',
    });
  }),
  post('dmp/custom_audience/update', (call) =>
    call.world.change((record) => {
      const { store, input, advertiser, now } = call;
      const audience = ownAudience(call, input.needId('custom_audience_id'));
      if (!input.has('custom_audience_name') && !input.has('file_paths')) throw input.missing('file_paths');
      if (audience.data.audience_type === 'Lookalike Audience' || audience.data.ready > now)
        throw bad('Audience is not editable, please check audience status');
      if (input.has('custom_audience_name')) audience.data.name = audienceName(call);
      if (input.has('file_paths')) {
        if (audience.data.calculate_type === null) throw bad('Audience is not editable, please check audience status');
        changePeople(call, audience);
      }
      store.save(audience);
      record({ kind: 'update', resource: 'audience', id: audience.id, account: advertiser.id });
    }),
  ),
  post('dmp/custom_audience/delete', (call) =>
    call.world.change((record) => {
      const { store, input, advertiser } = call;
      const ids = input.ids('custom_audience_ids', 100);
      if (!ids?.length) throw input.missing('custom_audience_ids');
      for (const audience of ids.map((id) => ownAudience(call, id))) {
        audience.data.deleted = true;
        store.save(audience);
        record({ kind: 'delete', resource: 'audience', id: audience.id, account: advertiser.id });
      }
    }),
  ),
];

function make(call: AdvertiserCall, made: Omit<AudienceData, 'created' | 'ready'>) {
  const { world, store, advertiser, now } = call;
  checkAudienceCount(call);
  return world.change((record) => {
    const data = { ...made, created: now, ready: now + MATCHING_MS };
    const { id } = store.insert('Audience', { advertiser: advertiser.id }, data);
    record({ kind: 'create', resource: 'audience', id, account: advertiser.id, detail: { name: made.name } });
    return { custom_audience_id: id };
  });
}

function changePeople(call: AdvertiserCall, audience: Entity<'Audience'>): void {
  const action = call.input.choice('action', ['APPEND', 'REMOVE', 'REPLACE']) ?? 'REPLACE';
  const people = Math.floor(rowsIn(call, audience.data.calculate_type ?? '') * 0.8);
  const held = audience.data.cover_num;
  const left = action === 'APPEND' ? held + people : action === 'REMOVE' ? held - people : people;
  if (left < 1000) throw bad('The audience would have fewer than 1,000 users.');
  audience.data = { ...audience.data, cover_num: left, ready: call.now + MATCHING_MS };
}

function audienceView({ id, data }: Entity<'Audience'>, now: number): Record<string, unknown> {
  const isValid = data.ready <= now && data.cover_num > 0;
  return {
    audience_id: id,
    name: data.name,
    audience_type: data.audience_type,
    calculate_type: data.calculate_type,
    cover_num: isValid ? data.cover_num : 0,
    is_valid: isValid,
    is_expiring: false,
    is_creator: true,
    shared: false,
    create_time: platformTime(data.created),
    expired_time: platformTime(data.created + LIFE_MS),
  };
}

/** The details call has another name for the kind, and tells the source of a lookalike. */
function detailsOf(audience: Entity<'Audience'>, now: number): Record<string, unknown> {
  const { audience_type: type, ...view } = audienceView(audience, now);
  return { ...view, type, lookalike_spec: audience.data.lookalike_spec ?? null };
}
