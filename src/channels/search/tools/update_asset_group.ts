import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id, oneLine, WebAddress } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import {
  assetGroupAsShown,
  assetProblems,
  existingAssetGroup,
  FIELD_TYPES,
  type FieldType,
} from '../resources/asset-group.ts';
import { INLINE, inlineAssets, inlineLinks, inlineParts } from '../resources/inline-asset.ts';
import { ifRemoved, isRemoved, removedAlone } from '../resources/removal.ts';
import { creating, type Operation, removing, updating } from '../resources/wire/operation.ts';

const Links = z
  .array(
    z.strictObject({
      asset_id: Id.describe('From list_assets'),
      field_type: z.enum(FIELD_TYPES).describe('Its part in the group'),
    }),
  )
  .min(1)
  .max(200);

const input = z.strictObject({
  asset_group_id: Id.describe('The asset group'),
  name: oneLine(128).optional().describe('New name'),
  status: z
    .enum(['ENABLED', 'PAUSED', 'REMOVED'])
    .optional()
    .describe('ENABLED lets it serve; REMOVED cannot be undone'),
  final_urls: z
    .array(WebAddress.max(2048))
    .min(1)
    .max(10)
    .optional()
    .describe('Where a click leads; replaces the list'),
  path1: oneLine(15).optional().describe('Shown behind the domain'),
  path2: oneLine(15).optional().describe('Shown behind path1'),
  ...inlineParts,
  add_assets: Links.optional().describe('Further assets that exist'),
  remove_assets: Links.optional().describe('Assets to take out'),
});
type Arguments = z.output<typeof input>;
type Link = NonNullable<Arguments['add_assets']>[number];

const FIELDS = ['name', 'status', 'final_urls', 'path1', 'path2', 'add_assets', 'remove_assets', ...INLINE];

export default defineTool(channel, {
  name: 'update_asset_group',
  title: 'Update an asset group',
  description:
    'Enables, pauses or renames an asset group, changes its addresses, adds texts, pictures, videos and assets, takes assets out: all at once or not at all. REMOVED cannot be undone.',
  toolset: 'performance_max',
  access: 'write',
  repeat: 'safe',
  irreversible: { status: ['REMOVED'] },
  input,
  output: z.object({
    asset_group: asListed('list_asset_groups'),
    ...writeReport,
    ...servingOutput,
  }),
  rules: (args) => [...atLeastOne(args, FIELDS), ...removedAlone(args, FIELDS), ...addedAndRemoved(args)],
  look: ({ asset_group_id, status }) => ({
    tool: 'list_asset_groups',
    arguments: { asset_group_ids: [asset_group_id], ...ifRemoved(status) },
  }),
  async run(args, { client, account }) {
    const { row, shown } = await existingAssetGroup(client, account, args.asset_group_id);
    const wanted = wantedAssets(args, shown.assets);
    const what = `asset group ${shown.id}`;
    const gone = isRemoved({ what, argument: 'asset_group_id', held: shown.status, wanted: args.status });
    const inline = await inlineAssets(client, account, args.name ?? shown.name, args);
    const problems = shortages(
      args,
      [...(wanted as Link[]), ...inline.parts],
      row.campaign?.brandGuidelinesEnabled ?? false,
    );
    if (problems.length > 0) throw invalidArguments(problems, 'Keep what the group cannot do without, and call again.');
    const group = `customers/${account}/assetGroups/${shown.id}`;
    const links = inlineLinks(group, inline.parts);
    const operations = [...inline.operations, ...operationsFor(args, account, shown.assets), ...links];
    const changes: Record<string, unknown> = {
      name: args.name,
      status: args.status,
      final_urls: args.final_urls,
      path1: args.path1,
      path2: args.path2,
      assets: args.add_assets || args.remove_assets || links.length > 0 ? inOrder(wanted) : undefined,
    };
    const { after, report } = await changeAndReadBack({
      done: `The asset group ${shown.id} was changed`,
      before: { ...shown, assets: inOrder(shown.assets) },
      wanted: changes,
      send: async () => {
        if (gone || operations.length === 0) return;
        const names = await client.mutate(account, operations);
        // Only now it is known which assets the texts and pictures have become.
        if (links.length > 0) changes.assets = inOrder([...wanted, ...names.slice(-links.length).map(linkNamed)]);
      },
      read: async () => {
        const found = await assetGroupAsShown(client, account, shown.id);
        return found && { ...found.shown, assets: inOrder(found.shown.assets) };
      },
    });
    return {
      asset_group: after,
      ...report,
      ...(await servingReport(client, account, shown.campaign_id)),
    };
  },
});

/** Count problems of the group after the change, reported on the arguments that caused them. */
function shortages(args: Arguments, wanted: readonly { field_type: FieldType }[], brandGuidelines: boolean): Problem[] {
  if (args.status === 'REMOVED') return [];
  const field = args.remove_assets ? 'remove_assets' : args.add_assets ? 'add_assets' : 'asset_group_id';
  return assetProblems(wanted, brandGuidelines).map((problem) => ({ ...problem, field }));
}

interface Shown {
  asset_id: string;
  field_type: string;
}

/** `customers/1/assetGroupAssets/2~3~HEADLINE` */
function linkNamed(name: string): Shown {
  const [, asset_id = '', field_type = ''] = name.split('~');
  return { asset_id, field_type };
}

const keyOf = ({ asset_id, field_type }: Shown) => `${asset_id} ${field_type}`;

function inOrder(assets: readonly Shown[]): Shown[] {
  return [...assets].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function wantedAssets({ add_assets = [], remove_assets = [] }: Arguments, held: readonly Shown[]): Shown[] {
  const gone = new Set(remove_assets.map(keyOf));
  const kept = held.filter((asset) => !gone.has(keyOf(asset)));
  return [...new Map([...add_assets, ...kept].map((asset) => [keyOf(asset), asset])).values()];
}

function addedAndRemoved({ add_assets = [], remove_assets = [] }: Arguments): Problem[] {
  const added = add_assets.map(keyOf);
  return remove_assets.flatMap((link, at) => {
    const twin = added.indexOf(keyOf(link));
    return twin < 0 ? [] : [{ field: `remove_assets.${at}`, message: `is the same as add_assets.${twin}` }];
  });
}

/** The platform refuses to add a link that exists and to remove one that does not, also where the request names it twice. */
function operationsFor(args: Arguments, account: string, held: readonly Shown[]): Operation[] {
  const { add_assets = [], remove_assets = [], name, status, final_urls, path1, path2 } = args;
  const group = `customers/${account}/assetGroups/${args.asset_group_id}`;
  if (status === 'REMOVED') return [removing('assetGroup', group, 'asset_group_id')];
  const there = new Set(held.map(keyOf));
  const changes = {
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status }),
    ...(final_urls !== undefined && { finalUrls: final_urls }),
    ...(path1 !== undefined && { path1 }),
    ...(path2 !== undefined && { path2 }),
  };
  const linkName = ({ asset_id, field_type }: { asset_id: string; field_type: FieldType }) =>
    `customers/${account}/assetGroupAssets/${args.asset_group_id}~${asset_id}~${field_type}`;
  return [
    ...(Object.keys(changes).length > 0 ? [updating('assetGroup', group, changes, 'asset_group_id')] : []),
    ...add_assets.flatMap((link, at) => {
      const { asset_id, field_type: fieldType } = link;
      const asset = `customers/${account}/assets/${asset_id}`;
      if (there.has(keyOf(link))) return [];
      there.add(keyOf(link));
      return [creating('assetGroupAsset', { assetGroup: group, asset, fieldType }, `add_assets.${at}`)];
    }),
    ...remove_assets.flatMap((link, at) =>
      there.delete(keyOf(link)) ? [removing('assetGroupAsset', linkName(link), `remove_assets.${at}`)] : [],
    ),
  ];
}
