import { DAY_MS } from '../ambient.ts';
import { shownLead } from '../leads/shown-lead.ts';
import type { Missing } from '../reports/missing-sources.ts';
import { notFound } from './api/procedure.ts';
import { answerTo } from './call-tool.ts';
import { sentEventsOf } from './conversions.ts';
import { iso } from './key-views.ts';
import type { Looker } from './looker.ts';

const LISTED_DAYS = 7;
const LISTED_MAX = 100;

interface Lead {
  channel: string;
  account: string;
  lead_id: string;
  submitted_at: string;
  form_id: string;
  campaign_id?: string;
  is_test: boolean;
  filled: string[];
}

/** The leads of the last days without what people wrote, read by the agents' own tool. */
export async function leadsIn(looker: Looker) {
  const since = iso(looker.parts.ambient.now() - LISTED_DAYS * DAY_MS);
  const read = await answerTo(looker, 'workspace', 'list_leads', { since, limit: LISTED_MAX });
  const { leads, missing, next_cursor } = read as unknown as {
    leads: Lead[];
    missing: Missing[];
    next_cursor?: string;
  };
  const [forms, stages] = await Promise.all([formNames(looker, leads), stagesOf(looker, leads)]);
  return {
    leads: leads.map(({ channel, account, lead_id, submitted_at, form_id, campaign_id, is_test, filled }) => ({
      ...{ channel, account, id: lead_id, submittedAt: submitted_at, formId: form_id },
      ...{ campaignId: campaign_id ?? null, isTest: is_test, filled: filled.length },
      form: forms.get(`${channel} ${form_id}`) ?? null,
      stage: stages.get(lead_id) ?? null,
    })),
    more: next_cursor !== undefined,
    missing: missing.filter(({ code }) => code !== 'not_connected').map(({ channel, reason }) => ({ channel, reason })),
  };
}

/** A form whose name cannot be read is shown by its id. */
async function formNames(looker: Looker, leads: readonly Lead[]): Promise<Map<string, string>> {
  const places = new Map(leads.map((lead) => [`${lead.channel} ${lead.account}`, lead]));
  const read = await Promise.all(
    [...places.values()].map(async ({ channel, account }) => {
      const tool = looker.parts.pipeline.tools.find(
        (one) => one.name === 'list_lead_forms' && one.channel.name === channel,
      );
      const argument = tool?.channel.account?.argument;
      if (!argument) return [];
      const answer = await answerTo(looker, channel, 'list_lead_forms', { [argument]: account }).catch(() => ({}));
      const { lead_forms = [] } = answer as { lead_forms?: { id: string; name?: string }[] };
      return lead_forms.map(({ id, name }) => [`${channel} ${id}`, name ?? id] as const);
    }),
  );
  return new Map(read.flat());
}

/** What the platforms were last told under the lead's own id; nothing was of a new one. */
async function stagesOf(looker: Looker, leads: readonly Lead[]): Promise<Map<string, string>> {
  const events = sentEventsOf(looker);
  const found = await Promise.all(leads.map(({ lead_id }) => events.event(lead_id)));
  return new Map(found.flatMap((event) => (event ? [[event.eventId, event.sends[0]!.event] as const] : [])));
}

interface Asked {
  channel: string;
  leadId: string;
  reason: string;
}

/** What one person wrote. The reason is on record before anything is opened. */
export async function personOfLead(
  { parts, person, workspace, requestId }: Looker,
  { channel, leadId, reason }: Asked,
) {
  const { leads, store, audit } = parts.home;
  const mode = workspace.connections.find((one) => one.channel === channel)?.mode ?? 'live';
  const owner = { workspaceId: workspace.id, mode };
  const lead = await leads.find({ ...owner, channel, leadId });
  if (!lead) throw notFound('lead');
  const place = { organizationId: workspace.organizationId, workspaceId: workspace.id };
  const detail = { channel, lead: leadId, reason };
  await store.transaction(async () =>
    audit.append({ ...place, actor: person.id, action: 'leads.show', phase: 'event', callId: requestId, detail }),
  );
  const contents = (await leads.contents(owner, channel, [leadId])).get(leadId);
  const { answers = [], consents = [] } = shownLead(lead, contents).data_not_instructions ?? {};
  return {
    answers: answers.map(({ field, values }) => ({ field, values })),
    consents: consents.map(({ key, text, given }) => ({ text: text ?? key, given })),
  };
}

/** Erases what is kept of a person here. The leads are named, for what has to be done at the platforms, which still have them. */
export async function forgetPerson({ parts, person, workspace }: Looker, email: string) {
  const { leads, audit } = parts.home;
  const place = { organizationId: workspace.organizationId, workspaceId: workspace.id };
  const erased = await leads.erasePerson(workspace.id, email, (mark, count) =>
    audit.append({
      ...place,
      actor: person.id,
      action: 'person.erase',
      phase: 'event',
      detail: { mark, leads: count },
    }),
  );
  return { erased: erased.map(({ channel, leadId }) => ({ channel, leadId })) };
}
