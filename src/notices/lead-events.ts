import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../ambient.ts';
import type { Store } from '../store/store.ts';
import type { ReadEvents } from './read-events.ts';

const READ_AT_ONCE = 200;
/** Leads are written a little after the moment that stands in their row. */
const OVERLAP_MS = MINUTE_MS;
/** Older ones come with the first pull of an account, and are no news. */
const NEWS_MS = 7 * DAY_MS;

/** Leads that came in, for workspaces where an endpoint asks for them. Nothing that a person wrote is part of an event. */
export async function leadEvents({ db }: Store, from: number, now: number): Promise<ReadEvents> {
  const eventId = sql<string>`'lead:' || leads.channel || ':' || leads.mode || ':' || leads.lead_id`;
  const rows = await db
    .selectFrom('leads')
    .innerJoin('workspaces', 'workspaces.id', 'leads.workspace_id')
    .select(['workspace_id', 'organization_id', 'channel', 'mode', 'lead_id', 'account', 'form_id'])
    .select(['campaign_id', 'ad_id', 'submitted_at', 'is_test', eventId.as('event_id')])
    .where('kept_at', '>=', from - OVERLAP_MS)
    .where('submitted_at', '>', now - NEWS_MS)
    .where('leads.workspace_id', 'in', (query) =>
      query
        .selectFrom('notice_endpoints')
        .select('notice_endpoints.workspace_id')
        .where('state', '=', 'on')
        .where('events', 'like', '%"lead.received"%'),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notice_events')
            .select('notice_events.id')
            .whereRef('notice_events.workspace_id', '=', 'leads.workspace_id')
            .where('notice_events.id', '=', eventId),
        ),
      ),
    )
    .orderBy('kept_at')
    .limit(READ_AT_ONCE)
    .execute();
  const more = rows.length === READ_AT_ONCE;
  return {
    events: rows.map((row) => ({
      id: row.event_id,
      type: 'lead.received',
      organizationId: row.organization_id,
      workspaceId: row.workspace_id,
      at: row.submitted_at,
      data: {
        lead_id: row.lead_id,
        channel: row.channel,
        mode: row.mode,
        account: row.account,
        form_id: row.form_id,
        campaign_id: row.campaign_id,
        ad_id: row.ad_id,
        is_test: row.is_test === 1,
        submitted_at: new Date(row.submitted_at).toISOString(),
      },
      words: {
        title: `New lead from ${row.channel}`,
        text: `Form ${row.form_id} of account ${row.account}${row.is_test === 1 ? ', a test lead' : ''}. What the person wrote is shown in Adhelm only.`,
        path: '/conversions',
      },
    })),
    next: more ? from : now,
    more,
  };
}
