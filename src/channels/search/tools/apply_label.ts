import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { notFound } from '../../../tools/not-found.ts';
import { readBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { type Holders, holdersOf, LABELLED, LABELLED_LISTS, labelNamed } from '../resources/label.ts';
import { among, Literal } from '../resources/wire/gaql.ts';
import { creating, idOf, type Operation, removing } from '../resources/wire/operation.ts';

const Ids = z.array(Id).min(1).max(1000).optional();

const input = z.strictObject({
  label: oneLine(80).describe('Its name; made when there is none of that name'),
  action: z.enum(['add', 'remove']).default('add').describe('Put it on, or take it off'),
  campaign_ids: Ids.describe('On these campaigns'),
  ad_group_ids: Ids.describe('On these ad groups'),
  ad_ids: Ids.describe('On these ads'),
  keyword_ids: z
    .array(z.string().regex(/^\d{1,19}~\d{1,19}$/, 'must be ad_group_id~keyword_id'))
    .min(1)
    .max(1000)
    .optional()
    .describe('On these keywords: ad_group_id~keyword_id'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'apply_label',
  title: 'Label many things',
  description:
    'Puts a label on campaigns, ad groups, ads and keywords, or takes it off, in one request: all of it or nothing. What is so already stays.',
  toolset: 'labels',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({ label: asListed('list_labels'), changed: z.number() }),
  rules: (args) => atLeastOne(args, LABELLED_LISTS),
  look: () => ({ tool: 'list_labels', arguments: {} }),
  async run(args, { client, account }) {
    const known = await labelNamed(client, account, args.label);
    if (!known && args.action === 'remove')
      throw notFound({ what: 'label', id: `"${args.label}"`, field: 'label', list: 'list_labels' });
    const id = known?.label?.id;
    const held = id === undefined ? undefined : await holdersOf(client, account, id);
    const links = await linkOperations(args, client, account, id, held);
    const label = `customers/${account}/labels/-1`;
    const operations = known
      ? links
      : [creating('label', { resourceName: label, name: args.label }, 'label'), ...links];
    const names = operations.length === 0 ? [] : await client.mutate(account, operations);
    const made = id ?? idOf(names[0]);
    const shown = async () => {
      const holders = await holdersOf(client, account, made);
      const isAsked = (list: (typeof LABELLED_LISTS)[number]) =>
        args[list]?.every((one) => holders[list].includes(one) === (args.action !== 'remove')) ?? true;
      return LABELLED_LISTS.every(isAsked) ? holders : undefined;
    };
    const holders = await readBack(`The label ${args.label} was changed`, shown);
    return { label: { id: made, name: args.label, ...holders }, changed: links.length };
  },
});

async function linkOperations(
  args: Arguments,
  client: SearchClient,
  account: string,
  labelId: string | undefined,
  held: Holders | undefined,
): Promise<Operation[]> {
  const operations: Operation[] = [];
  const label = `customers/${account}/labels/${labelId ?? -1}`;
  for (const list of LABELLED_LISTS) {
    const asked = args[list] ?? [];
    const have = new Set(held?.[list]);
    const different = [...new Set(asked)].filter((id) => have.has(id) === (args.action === 'remove'));
    const keys =
      list === 'ad_ids' ? await adKeys(client, account, different) : new Map(different.map((id) => [id, id]));
    const { kind, owner } = LABELLED[list];
    const collection = {
      campaign: 'campaigns',
      ad_group: 'adGroups',
      ad_group_ad: 'adGroupAds',
      ad_group_criterion: 'adGroupCriteria',
    }[owner];
    for (const id of different) {
      const [key, argument] = [keys.get(id), `${list}.${asked.indexOf(id)}`];
      if (key === undefined) throw invalidArguments([{ field: argument, message: 'is not in this account' }]);
      operations.push(
        args.action === 'remove'
          ? removing(kind, `customers/${account}/${kind}s/${key}~${labelId}`, argument)
          : creating(kind, { [camelCase(owner)]: `customers/${account}/${collection}/${key}`, label }, argument),
      );
    }
  }
  return operations;
}

/** An ad is named by its ad group too. */
async function adKeys(client: SearchClient, account: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await client.rows(account, {
    select: ['ad_group.id', 'ad_group_ad.ad.id'],
    from: 'ad_group_ad',
    where: [among('ad_group_ad.ad.id', ids.map(Literal.digits))],
  });
  return new Map(
    rows.map(({ adGroup, adGroupAd }) => [adGroupAd?.ad?.id ?? '', `${adGroup?.id}~${adGroupAd?.ad?.id}`]),
  );
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
