import { roleOn } from '../access.ts';
import { plain } from '../errors.ts';
import { conversionIdIn, urn } from '../format.ts';
import { type Call, changing, type Resource, type Row } from '../restli/resource.ts';
import { checkContent, checkedEvents, personIn, type SentEvent } from '../rules/conversion-events.ts';
import type { Entity } from '../state.ts';
import { matched } from './audiences.ts';

const EVENTS_MAX = 5000;
const RULES_MAX = 100;

function take(call: Call, elements: readonly Row[], isBatch: boolean): void {
  if (elements.length > EVENTS_MAX) throw plain(400, `A batch has at most ${EVENTS_MAX} elements`);
  const events = checkedEvents(elements, call.version, isBatch);
  checkContent(events, call.now);
  const rules = rulesOf(call, events);
  const actor = urn('person', call.session.member.id);
  for (const [id, rule] of rules) {
    const account = rule.account!;
    const own = events.filter(({ conversion }) => conversionIdIn(conversion) === id);
    changing(
      call,
      () => ({ kind: 'create', resource: 'conversionEvent', id, account, detail: { events: own.length } }),
      () => {
        for (const event of own)
          call.store.insert('conversionEvent', kept(event), { account, parent: id, at: call.now, actor });
        call.store.save({ ...rule, fields: { ...rule.fields, latestFirstPartyCallbackAt: call.now } });
      },
    );
  }
}

/** The rules that the events are for. One that is not there is worded as a lack of accounts. */
function rulesOf(call: Call, events: readonly SentEvent[]): Map<string, Entity<'conversion'>> {
  const ids = new Set(events.map(({ conversion }) => conversionIdIn(conversion)!));
  if (ids.size > RULES_MAX) throw plain(400, `A batch has at most ${RULES_MAX} conversion rules`);
  return new Map(
    [...ids].map((id) => {
      const rule = call.store.find('conversion', id);
      if (!rule || roleOn(call, rule.account!) === undefined) throw plain(403, 'No ad accounts found');
      if (rule.fields.enabled === false) throw plain(400, `Conversion ${id} is marked deleted`);
      if (rule.fields.conversionMethod !== 'CONVERSIONS_API')
        throw plain(400, `Conversion ${id} is not of the method CONVERSIONS_API`);
      return [id, rule];
    }),
  );
}

function kept(event: SentEvent) {
  const { conversion, conversionHappenedAt: happenedAt, conversionValue, eventId, user } = event;
  const person = personIn(event);
  const emails = user.userIds.filter(({ idType }) => idType === 'SHA256_EMAIL').map(({ idValue }) => idValue);
  // An external id alone, or an address of a machine, leads to no person until it has come together with something better.
  const isClear =
    user.lead !== undefined || user.userIds.some(({ idType }) => idType === 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID');
  return {
    conversion,
    happenedAt,
    person,
    matched: isClear || matched(emails).length > 0,
    ...(eventId !== undefined && { eventId }),
    ...(conversionValue && { value: conversionValue }),
    ...(user.lead !== undefined && { lead: user.lead }),
  };
}

/** Conversions as the advertiser's server tells them. Two with the same `eventId` are two: only a tag's event takes another's place. */
export const conversionEvents: Resource = {
  path: '/conversionEvents',
  reads: [],
  writes: ['rw_conversions'],
  perMinute: 600,
  create(call, body) {
    take(call, [body], false);
    return undefined;
  },
  createEach(call, elements) {
    take(call, elements, true);
    return elements.map(() => ({ status: 201 }));
  },
};
