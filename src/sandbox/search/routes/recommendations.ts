import type { FastifyInstance } from 'fastify';
import type { World } from '../../emulator.ts';
import { AdsError, type AdsFault, adsError, partialFailureBody } from '../errors.ts';
import { apply } from '../mutate/engine.ts';
import { type Operation, Session } from '../mutate/session.ts';
import { spend } from '../rules/quota.ts';
import type { Doc, Entity } from '../state.ts';
import { readBody } from './body.ts';
import { checkMayWrite } from './mutate.ts';
import { type CustomerCall, customerRoute } from './wire.ts';

const OPERATIONS_MAX = 100;
type Act = (session: Session, recommendation: Entity, operation: Doc, path: string) => void;

export function mountRecommendations(app: FastifyInstance, world: World): void {
  customerRoute(app, world, { method: 'POST', path: '/customers/:customerId/recommendations::apply' }, (call) =>
    runAll(call, readBody(call.request, 'services.ApplyRecommendationRequest'), applyOne),
  );
  customerRoute(app, world, { method: 'POST', path: '/customers/:customerId/recommendations::dismiss' }, (call) =>
    runAll(call, readBody(call.request, 'services.DismissRecommendationRequest'), dismissOne),
  );
}

function runAll(call: CustomerCall, body: Doc, act: Act): unknown {
  checkMayWrite(call, [{ kind: 'recommendation' }]);
  const operations = (Array.isArray(body.operations) ? body.operations : []) as Doc[];
  if (operations.length === 0)
    throw adsError('recommendationError.NO_OPERATIONS', 'There are no operations.', { path: 'operations' });
  if (operations.length > OPERATIONS_MAX)
    throw adsError('recommendationError.TOO_MANY_OPERATIONS', `At most ${OPERATIONS_MAX} operations.`, {
      path: 'operations',
    });
  spend(call, operations.length);
  const session = new Session(call.world, call.account, call.caller.email);
  const partial = body.partial_failure === true;
  return call.world.change((record) => {
    const faults: AdsFault[] = [];
    const types = new Set<unknown>();
    const results = operations.map((operation, index) => {
      try {
        const recommendation = find(session, operation, `operations[${index}]`);
        types.add(recommendation.doc.type);
        act(session, recommendation, operation, `operations[${index}]`);
        return { resourceName: recommendation.doc.resource_name };
      } catch (error) {
        if (!(error instanceof AdsError)) throw error;
        faults.push(...error.faults);
        return {};
      }
    });
    if (!partial && act === applyOne && types.size > 1)
      faults.push({
        code: 'recommendationError.DIFFERENT_TYPES_NOT_SUPPORTED',
        message: 'All recommendations must be of the same type.',
        path: 'operations',
      });
    if (faults.length > 0 && !partial) throw new AdsError(...faults);
    for (const effect of session.effects) record(effect);
    return { ...(faults.length > 0 && { partialFailureError: partialFailureBody(faults, call) }), results };
  });
}

function find(session: Session, operation: Doc, path: string): Entity {
  const name = String(operation.resource_name ?? '');
  const key = /^customers\/\d+\/recommendations\/(.+)$/.exec(name)?.[1];
  if (key === undefined)
    throw adsError('requestError.RESOURCE_NAME_MALFORMED', 'The resource name is malformed.', {
      path: `${path}.resource_name`,
    });
  if (session.store.find(session.account.id, 'applied_recommendation', key))
    throw adsError('recommendationError.RECOMMENDATION_ALREADY_APPLIED', 'The recommendation was already applied.', {
      path: `${path}.resource_name`,
    });
  const found = session.byName(name, 'recommendation');
  if (!found)
    throw adsError('mutateError.RESOURCE_NOT_FOUND', 'Resource was not found.', {
      trigger: name,
      path: `${path}.resource_name`,
    });
  return found;
}

const dismissOne: Act = (session, recommendation, _operation, path) => {
  if (recommendation.doc.dismissed === true)
    throw adsError(
      'recommendationError.RECOMMENDATION_ALREADY_DISMISSED',
      'The recommendation was already dismissed.',
      { path },
    );
  session.store.save({ ...recommendation, doc: { ...recommendation.doc, dismissed: true } });
  session.effects.push({
    kind: 'update',
    resource: 'recommendation',
    id: recommendation.key,
    account: session.account.id,
    detail: 'dismissed',
  });
};

/** An applied recommendation becomes an ordinary change, and is offered no more. */
const applyOne: Act = (session, recommendation, operation, path) => {
  const change = changeOf(recommendation.doc, operation);
  if (!change)
    throw adsError(
      'recommendationError.RECOMMENDATION_TYPE_APPLY_NOT_SUPPORTED',
      'This recommendation cannot be applied here.',
      { path },
    );
  const { faults } = apply(session, { operations: [{ exempt: [], path, index: 0, ...change }], partialFailure: false });
  if (faults.length > 0) throw new AdsError(...faults);
  session.store.delete(recommendation);
  session.store.insert({ ...recommendation, kind: 'applied_recommendation' });
};

function changeOf(doc: Doc, operation: Doc): Pick<Operation, 'kind' | 'create' | 'update' | 'mask'> | undefined {
  switch (doc.type) {
    case 'CAMPAIGN_BUDGET': {
      const advised = (doc.campaign_budget_recommendation as Doc).recommended_budget_amount_micros;
      const amount = (operation.campaign_budget as Doc | undefined)?.new_budget_amount_micros ?? advised;
      return {
        kind: 'campaign_budget',
        update: { resource_name: doc.campaign_budget, amount_micros: amount },
        mask: ['amount_micros'],
      };
    }
    case 'KEYWORD': {
      const wish = operation.keyword as Doc | undefined;
      const { keyword, recommended_cpc_bid_micros: advised } = doc.keyword_recommendation as Doc;
      const matchType = wish?.match_type ?? (keyword as Doc).match_type;
      return {
        kind: 'ad_group_criterion',
        create: {
          ad_group: wish?.ad_group ?? doc.ad_group,
          keyword: { text: (keyword as Doc).text, match_type: matchType },
          cpc_bid_micros: wish?.cpc_bid_micros ?? advised,
        },
      };
    }
    case 'MAXIMIZE_CONVERSIONS_OPT_IN':
      return {
        kind: 'campaign',
        update: { resource_name: doc.campaign, maximize_conversions: { target_cpa_micros: 0 } },
        mask: ['maximize_conversions.target_cpa_micros'],
      };
    default:
      return undefined;
  }
}
