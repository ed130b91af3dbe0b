import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc } from '../state.ts';
import { checkPortfolioTargets, strategyOf, strategyType } from './bidding.ts';
import type { Kind } from './kind.ts';

const NAME_BYTES_MAX = 255;

/** Portfolios: one bidding strategy for several campaigns. */
export const biddingStrategy: Kind = {
  name: 'bidding_strategy',
  collection: 'biddingStrategies',
  create(session, body, complaints, _operation, temporary) {
    if (complaints.require(body, 'name')) checkPortfolioName(session, String(body.name), undefined, complaints);
    const scheme = schemeOf(session, body, complaints);
    complaints.throwIfAny();
    const id = session.claimId(temporary);
    return {
      key: String(id),
      parent: null,
      doc: {
        ...body,
        id,
        status: 'ENABLED',
        type: strategyType(scheme!),
        effective_currency_code: session.account.currency,
      },
    };
  },
  update(session, entity, after, complaints) {
    if (after.name !== entity.doc.name) checkPortfolioName(session, String(after.name ?? ''), entity.key, complaints);
    const scheme = schemeOf(session, after, complaints);
    if (scheme !== undefined && strategyType(scheme) !== entity.doc.type)
      complaints.add(
        'biddingStrategyError.CANNOT_CHANGE_BIDDING_STRATEGY_TYPE',
        'A bidding strategy keeps its type.',
        scheme,
      );
  },
  remove(session, entity, complaints) {
    if (campaignsOf(session, String(entity.doc.resource_name)).living > 0)
      complaints.add(
        'biddingStrategyError.CANNOT_REMOVE_ASSOCIATED_STRATEGY',
        'The bidding strategy is in use by a campaign.',
      );
  },
};

function schemeOf(session: Session, doc: Doc, complaints: Complaints): string | undefined {
  const scheme = strategyOf(doc);
  if (scheme === undefined) complaints.add('fieldError.REQUIRED', 'The required field was not present.', 'scheme');
  else checkPortfolioTargets(session, scheme, doc[scheme] as Doc, complaints);
  return scheme;
}

function checkPortfolioName(session: Session, name: string, own: string | undefined, complaints: Complaints): void {
  const bytes = Buffer.byteLength(name.trim());
  if (bytes === 0) complaints.add('stringLengthError.TOO_SHORT', 'The name is empty.', 'name');
  if (bytes > NAME_BYTES_MAX) complaints.add('stringLengthError.TOO_LONG', `At most ${NAME_BYTES_MAX} bytes.`, 'name');
  const taken = session.store
    .named(session.account.id, 'bidding_strategy', name)
    .some(({ key, doc }) => key !== own && doc.status !== 'REMOVED');
  if (taken)
    complaints.add('biddingStrategyError.DUPLICATE_NAME', 'A bidding strategy with this name already exists.', 'name', {
      trigger: name,
    });
}

/** How many campaigns a portfolio bids for, all and those that are not removed. */
export function campaignsOf({ store, account }: Pick<Session, 'store' | 'account'>, name: string) {
  const row = store
    .prepare(
      `SELECT count(*) AS every, coalesce(sum(doc ->> 'status' <> 'REMOVED'), 0) AS living FROM search_entities
       WHERE customer = ? AND kind = 'campaign' AND doc ->> 'bidding_strategy' = ?`,
    )
    .get(account.id, name);
  return { every: Number(row?.every), living: Number(row?.living) };
}
