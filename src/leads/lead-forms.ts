import { z } from 'zod';
import type { Channel } from '../tools/channel.ts';
import { defineTool, type Tool } from '../tools/define-tool.ts';
import { oneLine } from '../tools/fields.ts';
import type { LeadForm } from '../tools/leads/leads.ts';
import { collectHeld, listArguments, nextCursor } from '../tools/listing.ts';
import { leadsOf } from './list-leads.ts';

const ShownForm = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  usable: z.boolean().describe('An ad can use it now'),
  leads: z.number().optional(),
  created_time: z.string().optional(),
});

const WholeForm = ShownForm.extend({
  questions: z
    .array(z.object({ field: z.string(), text: z.string(), choices: z.array(z.string()).optional() }))
    .optional(),
  privacy_url: z.string().optional(),
});

interface FormToolOptions {
  /** In channels with `platformScopes`. */
  scopes?: readonly string[];
  /** The argument of the tool that makes an ad with a form. */
  usedAs?: string;
}

export function listLeadFormsTool<Client>(channel: Channel<Client>, { usedAs, scopes }: FormToolOptions = {}): Tool {
  const source = leadsOf(channel);
  return defineTool(channel, {
    name: 'list_lead_forms',
    title: 'List lead forms',
    description: `Lead forms of an ad account${usedAs === undefined ? '' : `; id goes into ${usedAs}`}.`,
    toolset: 'leads',
    access: 'read',
    repeat: 'safe',
    ...(scopes && { scopes }),
    input: z.strictObject({ ...listArguments(100) }),
    output: z.object({ lead_forms: z.array(ShownForm), ...nextCursor }),
    async run({ limit, cursor }, { client, account }) {
      const { items, ...more } = await collectHeld({ limit, cursor, scope: ['lead forms', account] }, () =>
        source.forms(client, account),
      );
      return { lead_forms: items.map(shownForm), ...more };
    },
  });
}

export function getLeadFormTool<Client>(channel: Channel<Client>, { scopes }: FormToolOptions = {}): Tool {
  const source = leadsOf(channel);
  return defineTool(channel, {
    name: 'get_lead_form',
    title: 'Get a lead form',
    description: 'A lead form with its questions, privacy address, status and number of leads.',
    toolset: 'leads',
    access: 'read',
    repeat: 'safe',
    ...(scopes && { scopes }),
    input: z.strictObject({ form: oneLine(200).describe('Id of the form, from list_lead_forms') }),
    aliases: { form_id: 'form', lead_form_id: 'form' },
    output: z.object({ lead_form: WholeForm }),
    async run({ form }, { client, account }) {
      const found = await source.form(client, account, form);
      const { questions, privacy_url } = found;
      return {
        lead_form: {
          ...shownForm(found),
          ...(questions && {
            questions: questions.map(({ field, text, choices }) => ({
              field,
              text,
              ...(choices && { choices: [...choices] }),
            })),
          }),
          ...(privacy_url !== undefined && { privacy_url }),
        },
      };
    },
  });
}

function shownForm({ id, name, status, usable, leads, created_time }: LeadForm): z.input<typeof ShownForm> {
  return {
    id,
    name,
    status,
    usable,
    ...(leads !== undefined && { leads }),
    ...(created_time !== undefined && { created_time }),
  };
}
