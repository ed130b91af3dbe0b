import { inWords, type Principal } from '../auth/key-records.ts';
import { Failure } from '../errors.ts';
import type { LeadBook, LeadContents } from '../tools/leads/lead-book.ts';
import type { JobPlace } from './call.ts';

/** The leads of a call's workspace. What people wrote is opened only for a caller that may see it, and each time recorded. */
export function leadBook({ pipeline: { leads, audit, store }, call, workspace }: JobPlace): LeadBook {
  const { principal, requestId } = call;
  const owner = (channel: string) => {
    const mode = workspace.connections.find((one) => one.channel === channel)?.mode ?? 'live';
    return { workspaceId: workspace.id, mode };
  };
  const entry = {
    workspaceId: workspace.id,
    actor: principal.id,
    action: 'leads.read',
    phase: 'event' as const,
    callId: requestId,
  };
  return {
    keptDays: leads.keptDays,
    lastPull: (place) => leads.lastPull(owner(place.channel), place),
    keep: (place, some, pull) => leads.keep(owner(place.channel), place, some, pull),
    page: (places, query) =>
      leads.page(
        workspace.id,
        places.map((place) => ({ ...place, mode: owner(place.channel).mode })),
        query,
      ),
    find: (channel, leadId) => leads.find({ ...owner(channel), channel, leadId }),
    contents() {
      if (!principal.personalData) throw mayNot(principal);
      return {
        async of(some) {
          const byChannel = Map.groupBy(some, ({ channel }) => channel);
          const detail = Object.fromEntries([...byChannel].map(([channel, of]) => [channel, of.length]));
          await store.transaction(async () => audit.append({ ...entry, detail }));
          const opened = new Map<string, LeadContents>();
          for (const [channel, of] of byChannel) {
            const ids = of.map(({ id }) => id);
            for (const [id, contents] of await leads.contents(owner(channel), channel, ids))
              opened.set(`${channel} ${id}`, contents);
          }
          return some.map(({ channel, id }) => opened.get(`${channel} ${id}`));
        },
      };
    },
  };
}

function mayNot(principal: Principal): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `${inWords(principal)} has not the permission "personal data", which \`with_personal_data\` needs.`,
    problems: [{ field: 'with_personal_data', message: 'needs the permission "personal data"' }],
    nextStep:
      'Leave out with_personal_data to see which fields are filled, or ask an owner for the permission (adhelm key allow ID --personal-data, or the page Keys).',
  });
}
