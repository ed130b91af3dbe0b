import { z } from 'zod';
import type { Failure } from '../../../errors.ts';
import { type BulkRow, changeEach } from '../../../tools/bulk.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { SearchClient } from '../client.ts';
import { rowFailure } from '../errors.ts';
import { among, Literal } from './wire/gaql.ts';
import { idOf } from './wire/operation.ts';

export const RecommendationIds = z
  .array(z.string().regex(/^[\w=-]{1,200}$/, 'must be an id of list_recommendations'))
  .min(1)
  .max(100)
  .describe('From list_recommendations');

/** The recommendations that are offered or dismissed, by id. An applied one is no longer among them. */
export async function stateOf(client: SearchClient, account: string, ids: readonly string[]) {
  const rows = await client.rows(account, {
    select: ['resource_name', 'type', 'dismissed', 'campaign'].map((field) => `recommendation.${field}`),
    from: 'recommendation',
    where: [
      among(
        'recommendation.resource_name',
        ids.map((id) => Literal.quoted(nameOf(account, id))),
      ),
    ],
  });
  return new Map(rows.map(({ recommendation }) => [idOf(recommendation?.resourceName), recommendation]));
}

function nameOf(account: string, id: string): string {
  return `customers/${account}/recommendations/${id}`;
}

interface Acting {
  verb: 'apply' | 'dismiss';
  ids: readonly string[];
  /** What to send besides the name. */
  fieldsOf(type: string): Record<string, unknown>;
}

interface Row extends BulkRow {
  type: string;
}

/** Applies or dismisses them in one request, then reads the recommendations again to tell the outcome of each. */
export async function actOn(client: SearchClient, account: string, { verb, ids, fieldsOf }: Acting) {
  const each = [...new Set(ids)];
  const shown = (found: { dismissed?: boolean | undefined } | undefined) =>
    verb === 'apply' ? { offered: found !== undefined } : { dismissed: found?.dismissed ?? true };
  const held = await stateOf(client, account, each);
  const rows = each.map((id): Row => {
    const found = held.get(id);
    return {
      id,
      type: found?.type ?? '',
      about: { type: found?.type, campaign_id: found?.campaign && idOf(found.campaign) },
      before: shown(found),
      wanted: verb === 'apply' ? { offered: false } : { dismissed: true },
      refusal: found ? undefined : notOffered(id),
    };
  });
  return changeEach<Row>({
    what: 'recommendations',
    rows,
    send: async (different) => {
      const operations = different.map(({ id, type }) => ({ resourceName: nameOf(account, id), ...fieldsOf(type) }));
      const errors = await client.actOnRecommendations(account, verb, operations);
      return different.map((_, at) => {
        const error = errors.get(at);
        return error && rowFailure(error);
      });
    },
    read: async (different) => {
      const now = await stateOf(client, account, each);
      return different.map(({ id }) => shown(now.get(id)));
    },
  });
}

function notOffered(id: string): Failure {
  return notFound({
    what: 'recommendation',
    id,
    field: 'recommendation_ids',
    where: 'what this account is offered',
    list: 'list_recommendations',
    hint: 'It was applied already, or the platform took it back.',
  });
}
