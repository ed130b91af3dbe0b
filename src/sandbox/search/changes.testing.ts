import { expect } from 'vitest';
import { forTests } from '../for-tests.testing.ts';
import { codesOf, type Reply, startSearch } from './calls.testing.ts';
import { ACCOUNTS } from './seed.ts';

export const CUSTOMER = `/v25/customers/${ACCOUNTS.america}`;
export const NAMES = `customers/${ACCOUNTS.america}`;
export const DECLARED = { containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING' };

export const texts = (...all: string[]) => all.map((text) => ({ text }));
export const goodAd = {
  finalUrls: ['https://acme.example'],
  responsiveSearchAd: { headlines: texts('One', 'Two', 'Three'), descriptions: texts('First', 'Second') },
};

export const keyword = { text: 'red shoes', matchType: 'EXACT' };
export const germany = { geoTargetConstant: 'geoTargetConstants/2276' };

let number = 0;
export function fresh(word: string): string {
  number += 1;
  return `${word} ${number}`;
}

/** A sandbox for the tests of a file, and changes to Acme's account in it, for the tests of what they must obey. */
export function changesForTests() {
  const sandbox = forTests(() => startSearch());

  function mutate(collection: string, operations: object[], more: object = {}): Promise<Reply> {
    return sandbox.call('POST', `${CUSTOMER}/${collection}:mutate`, { operations, ...more });
  }

  function together(mutateOperations: object[], more: object = {}): Promise<Reply> {
    return sandbox.call('POST', `${CUSTOMER}/googleAds:mutate`, { mutateOperations, ...more });
  }

  async function created(collection: string, create: object): Promise<string> {
    const reply = await mutate(collection, [{ create }]);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body.results[0].resourceName;
  }

  const newBudget = (more: object = {}) =>
    created('campaignBudgets', { name: fresh('Budget'), amountMicros: '20000000', ...more });

  async function newCampaign(more: object = {}): Promise<string> {
    const campaignBudget = await newBudget();
    return created('campaigns', {
      name: fresh('Campaign'),
      status: 'PAUSED',
      advertisingChannelType: 'SEARCH',
      manualCpc: {},
      campaignBudget,
      ...DECLARED,
      ...more,
    });
  }

  const newAdGroup = async (campaign?: string) =>
    created('adGroups', { name: fresh('Group'), campaign: campaign ?? (await newCampaign()) });

  const one = async (query: string) => (await sandbox.search(query)).body.results?.[0];

  const codes = async (collection: string, create: object) => codesOf(await mutate(collection, [{ create }]));

  const update = (collection: string, resourceName: string, change: object, updateMask: string) =>
    mutate(collection, [{ update: { resourceName, ...change }, updateMask }]);

  /** The error codes of a create_campaign with these fields. */
  const ofCampaign = async (change: object, own: object = { explicitlyShared: false, name: undefined }) =>
    codes('campaigns', {
      name: fresh('Ruled'),
      status: 'PAUSED',
      advertisingChannelType: 'SEARCH',
      ...('maximizeConversions' in change || 'maximizeConversionValue' in change ? {} : { manualCpc: {} }),
      campaignBudget: await newBudget(own),
      ...DECLARED,
      ...change,
    });

  return { sandbox, mutate, together, created, update, newBudget, newCampaign, newAdGroup, one, codes, ofCampaign };
}

interface Part {
  fieldName: string;
  index?: number;
}

/** What a reply refuses: each code with the field it names, of a change inside of the operation. Nothing when it was taken. */
export function faultsOf({ status, body }: Reply, outside = 2): string[] {
  const found = (body.error ?? body.partialFailureError)?.details?.find((detail: object) => 'errors' in detail);
  if (!found && status !== 200) return [`${status} ${body.error?.message}`];
  return (found?.errors ?? []).map((error: { errorCode: object; location?: { fieldPathElements: Part[] } }) => {
    const parts = (error.location?.fieldPathElements ?? []).slice(outside);
    const path = parts.map(({ fieldName, index }) => (index === undefined ? fieldName : `${fieldName}[${index}]`));
    return `${Object.entries(error.errorCode)[0]!.join('.')} ${path.join('.')}`.trim();
  });
}
