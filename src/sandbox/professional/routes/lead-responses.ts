import { notFound, paramInvalid, plain } from '../errors.ts';
import { urn, versionedForm, versionedFormIn } from '../format.ts';
import { INDEX_PARAMS, indexPage } from '../restli/paging.ts';
import { booleanOf, type Call, type Resource, type Row, textParam } from '../restli/resource.ts';
import { isRecord } from '../restli/value.ts';
import { formResponse, versionAt } from '../rules/lead-answers.ts';
import { bringLeads, isThere } from '../rules/lead-arrivals.ts';
import type { Entity } from '../state.ts';
import { ownerAccount } from './lead-forms.ts';

const PAGE_ROLES = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'LEAD_GEN_FORMS_MANAGER'];

/** Leads want a role on the account's page as well. Without one the platform answers as if the token were bad. */
export function checkPageRole({ store, session }: Call, account: string): void {
  const page = store.find('account', account)?.fields.reference;
  const roles = store.list('organizationAcl', { parent: session.member.id });
  const has = roles.some(({ fields }) => fields.organization === page && PAGE_ROLES.includes(fields.role));
  if (!has) throw plain(401, 'Unauthorized', 65600);
}

/** `leadType=(leadType:SPONSORED)`, the only kind that ad accounts have. */
export function checkLeadType({ query }: Call): void {
  const given = query.get('leadType');
  if (!isRecord(given) || given.leadType !== 'SPONSORED') throw paramInvalid('leadType');
}

function rangeIn({ query, now }: Call): { start: number; end: number } {
  const range = query.get('submittedAtTimeRange');
  if (range === undefined) return { start: 0, end: now };
  if (!isRecord(range)) throw paramInvalid('submittedAtTimeRange');
  const [start, end] = [Number(range.start ?? 0), Number(range.end ?? now)];
  if (!Number.isInteger(start) || !Number.isInteger(end) || start > end) throw paramInvalid('submittedAtTimeRange');
  return { start, end };
}

function isOfForm(call: Call, lead: Entity<'leadResponse'>): boolean {
  const given = textParam(call.query, 'versionedLeadGenFormUrn');
  if (given === undefined) return true;
  const wanted = versionedFormIn(given);
  if (!wanted) throw paramInvalid('versionedLeadGenFormUrn');
  // A filter names one version: leads of the others are left out without a word.
  return wanted.id === lead.fields.form && wanted.version === versionOf(call, lead).version;
}

function versionOf({ store }: Call, { fields }: Entity<'leadResponse'>) {
  const form = store.find('leadForm', fields.form)!;
  return { form, ...versionAt(form.fields, fields.submittedAt) };
}

function shown(call: Call, lead: Entity<'leadResponse'>): Row {
  const { id, fields, account } = lead;
  const { form, version, content } = versionOf(call, lead);
  const { name, creationLocale, hiddenFields = [] } = form.fields;
  const whole: Row = {
    id,
    submittedAt: fields.submittedAt,
    submitter: urn('person', `Member${id.slice(0, 8)}`),
    testLead: fields.test,
    leadType: 'SPONSORED',
    owner: { sponsoredAccount: urn('sponsoredAccount', account!) },
    versionedLeadGenFormUrn: versionedForm(form.id, version),
    ...(fields.creative && { associatedEntity: { associatedCreative: urn('sponsoredCreative', fields.creative) } }),
    ...(fields.campaign && {
      leadMetadata: { sponsoredLeadMetadata: { campaign: urn('sponsoredCampaign', fields.campaign) } },
    }),
    formResponse: formResponse(content, id),
  };
  const asked = textParam(call.query, 'fields');
  if (asked === undefined) return whole;
  return projected({ ...whole, form: { id: Number(form.id), name, creationLocale, hiddenFields, content } }, asked);
}

/** `id,formResponse,form:(id,content)`: only what is named, of a part in brackets only what it names. */
function projected(whole: Row, fields: string): Row {
  const names = [...fields.matchAll(/(\w+)(?::\(([^()]*)\))?/g)];
  return Object.fromEntries(
    names.flatMap(([, name = '', inner]) => {
      const value = whole[name];
      if (value === undefined) return [];
      return [[name, inner === undefined ? value : projected(value as Row, inner)]];
    }),
  );
}

export const leadFormResponses: Resource = {
  path: '/leadFormResponses',
  reads: ['r_marketing_leadgen_automation'],
  get(call, id) {
    const lead = call.store.find('leadResponse', id);
    if (!lead || !isThere(lead, call.now)) throw notFound();
    checkPageRole(call, lead.account!);
    return shown(call, lead);
  },
  finders: {
    owner: {
      params: [
        'owner',
        'leadType',
        'limitedToTestLeads',
        'submittedAtTimeRange',
        'versionedLeadGenFormUrn',
        ...INDEX_PARAMS,
      ],
      run(call) {
        const account = ownerAccount(call, call.query.get('owner'));
        checkLeadType(call);
        checkPageRole(call, account);
        const { start, end } = rangeIn(call);
        const tests = booleanOf(textParam(call.query, 'limitedToTestLeads'), 'limitedToTestLeads') ?? false;
        bringLeads(call.world, call.store, account);
        const found = call.store
          .list('leadResponse', { account })
          .filter((lead) => isThere(lead, call.now) && lead.fields.test === tests)
          .filter(({ fields }) => fields.submittedAt >= start && fields.submittedAt <= end)
          .filter((lead) => isOfForm(call, lead))
          // The newest first: a lead that comes in between two pages moves the others along.
          .sort((one, other) => other.fields.submittedAt - one.fields.submittedAt);
        const { elements, paging } = indexPage(call, 'leadFormResponses', found, (lead) => shown(call, lead));
        return { elements, paging: { start: paging.start, count: paging.count, links: paging.links } };
      },
    },
  },
};
