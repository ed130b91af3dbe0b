import { z } from 'zod';
import { Failure } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import { defineTool, type Tool, type ToolContext } from '../tools/define-tool.ts';
import { Moment, oneLine } from '../tools/fields.ts';
import type { Leads } from '../tools/leads/leads.ts';
import { collect, listArguments, nextCursor } from '../tools/listing.ts';
import { pullLeads } from './pull-leads.ts';
import { ShownLead, shownLead } from './shown-lead.ts';

export const leadsArguments = {
  since: Moment.optional().describe('Submitted from then on, with its zone'),
  form: oneLine(200).optional().describe('Id of a form'),
  campaign: oneLine(200).optional().describe('Id of a campaign'),
  with_personal_data: z
    .boolean()
    .default(false)
    .describe('What people wrote, too; needs the key permission "personal data"'),
};

export const leadsAliases = { form_id: 'form', lead_form_id: 'form', campaign_id: 'campaign' } as const;

/** What stands beside leads that could not be brought up to date. */
const NotCurrent = z.object({
  as_of: z.string().optional().describe('All leads until then are here; left out: never all of them'),
  why: z.string(),
  next_step: z.string(),
});

const input = z.strictObject({ ...leadsArguments, ...listArguments(50, 200) });

const output = z.object({
  leads: z.array(ShownLead),
  as_of: z.string().optional().describe('When the platform was last read'),
  not_current: NotCurrent.optional().describe('The platform could not be read: newer leads are missing'),
  kept_days: z.number().describe('Older leads are gone here'),
  ...nextCursor,
});

type Args = z.output<typeof input>;

interface LeadToolOptions {
  /** In channels with `platformScopes`. */
  scopes?: readonly string[];
}

/** `list_leads` of a channel: reads what is new from the platform, then answers from what is kept. */
export function listLeadsTool<Client>(channel: Channel<Client>, options: LeadToolOptions = {}): Tool {
  const source = leadsOf(channel);
  return defineTool(channel, {
    name: 'list_leads',
    title: 'List leads',
    description:
      'Leads from forms, the newest first: time, form, campaign, ad and which fields are filled. What people wrote only with with_personal_data. lead_id goes into send_conversion as lead.',
    toolset: 'leads',
    access: 'read',
    repeat: 'safe',
    ...options,
    input,
    aliases: leadsAliases,
    output,
    run: (args, context) => listLeads(channel.name, source, args, context),
  });
}

export function leadsOf<Client>({ name, leads }: Channel<Client>): Leads<Client> {
  if (!leads) throw new TypeError(`the ${name} channel says nothing of leads`);
  return leads;
}

async function listLeads<Client>(
  channel: string,
  source: Leads<Client>,
  { since, form, campaign, with_personal_data, limit, cursor }: Args,
  context: ToolContext<Client>,
): Promise<z.input<typeof output>> {
  const { leads: book, account } = context;
  const reader = with_personal_data ? book.contents() : undefined;
  const place = { channel, account };
  const query = { since: since === undefined ? undefined : Date.parse(since), form, campaign };
  // Further pages are of the list as it stood: what has come in meanwhile belongs to its beginning.
  const state = cursor === undefined ? await broughtUpToDate(channel, source, context) : {};
  const { items, ...more } = await collect(
    { limit, cursor, scope: [channel, account, query], pageMax: limit },
    (after, size) => book.page([place], { ...query, limit: size, after }),
  );
  // A misspelt id must not look like a form without leads.
  if (form !== undefined && items.length === 0 && !('not_current' in state))
    await source.form(context.client, account, form);
  const contents = items.length > 0 ? await reader?.of(items) : undefined;
  return {
    leads: items.map((lead, at) => shownLead(lead, contents?.[at])),
    ...state,
    kept_days: book.keptDays,
    ...more,
  };
}

/** Also a permission that some forms lack: those that could be read are kept. */
const OUT_OF_REACH: readonly string[] = [
  'upstream_unavailable',
  'rate_limited',
  'outcome_unknown',
  'permission_denied',
];

/** A platform that is out of reach does not keep what was read before from being shown, but the reply says so. */
async function broughtUpToDate<Client>(channel: string, source: Leads<Client>, context: ToolContext<Client>) {
  try {
    const { at } = await pullLeads(channel, source, context);
    return { as_of: moment(at) };
  } catch (error) {
    if (!(error instanceof Failure) || !OUT_OF_REACH.includes(error.code)) throw error;
    const place = { channel, account: context.account };
    const last = await context.leads.lastPull(place);
    if (!last && (await context.leads.page([place], { limit: 1 })).items.length === 0) throw error;
    const { message, nextStep } = error.details;
    const as_of = last && { as_of: moment(last.at) };
    return { ...as_of, not_current: { ...as_of, why: message, next_step: nextStep } };
  }
}

function moment(ms: number): string {
  return new Date(ms).toISOString();
}
