import { accountFor } from '../access.ts';
import { notFound, plain } from '../errors.ts';
import { idIn, urn } from '../format.ts';
import { type Call, changing, type Resource } from '../restli/resource.ts';
import { anything, checkNew, type Fields, map, symbol, text } from '../rules/schema.ts';

/** Parameters that the platform adds to the landing pages of a campaign's ads. */

const DYNAMIC = ['ACCOUNT', 'CAMPAIGN_GROUP', 'CAMPAIGN', 'CREATIVE'].flatMap((of) => [`${of}_ID`, `${of}_NAME`]);

const FIELDS: Fields = {
  adEntity: { type: anything },
  dynamicValueParameters: { type: map(symbol(...DYNAMIC)) },
  customValueParameters: { type: map(text) },
};

function campaignIn(call: Call, key: string, role?: string) {
  const { adEntity } = JSON.parse(key) as { adEntity?: { sponsoredCampaign?: string } };
  const id = idIn('sponsoredCampaign', adEntity?.sponsoredCampaign);
  if (id === undefined) throw plain(400, 'Key parameter value invalid');
  const campaign = call.store.find('campaign', id);
  if (!campaign) throw notFound();
  accountFor(call, campaign.account!, role);
  return campaign;
}

export const adTrackingParameters: Resource = {
  path: '/adTrackingParameters',
  key: 'compound',
  reads: ['r_ads', 'rw_ads'],
  writes: ['rw_ads'],
  get(call, key) {
    const held = call.store.find('trackingParameters', campaignIn(call, key).id);
    if (!held) throw notFound();
    return held.fields;
  },
  put(call, key, body) {
    checkNew(body, FIELDS);
    const { id, account } = campaignIn(call, key, 'CAMPAIGN_MANAGER');
    const held = call.store.find('trackingParameters', id);
    const fields = { ...body };
    const made = { id, account: account!, parent: id, at: call.now, actor: urn('person', call.session.member.id) };
    changing(
      call,
      () => ({ kind: held ? 'update' : 'create', resource: 'trackingParameters', id, account: account! }),
      () =>
        held
          ? call.store.save({ ...held, fields, modifiedAt: call.now })
          : call.store.insert('trackingParameters', fields, made),
    );
  },
  remove(call, key) {
    const { id, account } = campaignIn(call, key, 'CAMPAIGN_MANAGER');
    const held = call.store.find('trackingParameters', id);
    if (!held) throw notFound();
    changing(
      call,
      () => ({ kind: 'delete', resource: 'trackingParameters', id, account: account! }),
      () => call.store.remove(held),
    );
  },
};
