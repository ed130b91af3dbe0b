import { z } from 'zod';
import { leadsAliases } from '../../../leads/list-leads.ts';
import { everyLeadArguments, everyLeadOutput, leadsEverywhere } from '../../../leads/workspace-leads.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_leads',
  title: 'List leads of all channels',
  description:
    'Leads from forms on every connected channel, the newest first: time, form, campaign, ad and which fields are filled. What people wrote only with with_personal_data. lead_id goes into send_conversion as lead, with its channel.',
  toolset: 'leads',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject(everyLeadArguments),
  aliases: leadsAliases,
  output: z.object(everyLeadOutput),
  run: (args, context) => leadsEverywhere(args, context),
});
