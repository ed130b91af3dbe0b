import type { AdsFault } from '../errors.ts';
import type { Complaints, Operation, Session } from '../mutate/session.ts';
import type { Doc, Entity } from '../state.ts';

const FIELD = 'contains_eu_political_advertising';
/** Kinds that may still change while a declaration is missing: they are no campaign management. */
const UNTOUCHED = ['customer', 'conversion_action', 'asset'];

/** One campaign without the declaration stops every change to campaigns, but for the one that gives it. */
export function checkDeclarations(session: Session, operations: readonly Operation[]): AdsFault[] {
  const stopped = operations.filter((operation) => !UNTOUCHED.includes(operation.kind) && !isDeclaration(operation));
  if (stopped.length === 0 || !hasUndeclared(session)) return [];
  return stopped
    .filter((operation) => !isPlaceOfUndeclared(session, operation))
    .map(({ path }) => ({
      code: 'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED',
      message: 'The account has campaigns that do not say whether they contain EU political advertising.',
      path,
    }));
}

function isDeclaration({ kind, mask }: Operation): boolean {
  return kind === 'campaign' && mask?.length === 1 && mask[0] === FIELD;
}

function hasUndeclared({ store, account }: Session): boolean {
  return (
    store
      .prepare(
        `SELECT 1 FROM search_entities WHERE customer = ? AND kind = 'campaign'
         AND doc ->> '${FIELD}' IS NULL AND doc ->> 'status' <> 'REMOVED' LIMIT 1`,
      )
      .get(account.id) !== undefined
  );
}

/** Criteria have an error code of their own for this. */
function isPlaceOfUndeclared(session: Session, { kind, create }: Operation): boolean {
  if (!create || !isPlace(create)) return false;
  const group = session.byName(create.ad_group, 'ad_group');
  const name = kind === 'campaign_criterion' ? create.campaign : group?.doc.campaign;
  const campaign = session.byName(name, 'campaign');
  return campaign !== undefined && !isDeclared(campaign.doc);
}

function isPlace(criterion: Doc): boolean {
  return ['location', 'proximity', 'location_group'].some((field) => criterion[field] !== undefined);
}

function isDeclared(campaign: Doc): boolean {
  return campaign[FIELD] !== undefined;
}

/** Location criteria cannot change while the declaration is missing. */
export function checkPlaceDeclared(campaign: Entity | undefined, criterion: Doc, complaints: Complaints): void {
  if (campaign && isPlace(criterion) && !isDeclared(campaign.doc))
    complaints.add(
      'criterionError.MISSING_EU_POLITICAL_ADVERTISING_SELF_DECLARATION',
      'The campaign does not say whether it contains EU political advertising.',
    );
}

const EU = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '));

/** Political advertising is not shown in the EU; a campaign without places is shown everywhere. */
export function isBarred({ store, account }: Session, campaign: Entity): boolean {
  if (campaign.doc[FIELD] !== 'CONTAINS_EU_POLITICAL_ADVERTISING') return false;
  const places = store
    .children(account.id, 'campaign_criterion', campaign.key)
    .filter(({ doc }) => doc.location !== undefined && doc.negative !== true && doc.status !== 'REMOVED');
  return (
    places.length === 0 ||
    places.some(({ doc }) => {
      const name = String((doc.location as Doc).geo_target_constant);
      const constant = store.find('global', 'geo_target_constant', name.replace('geoTargetConstants/', ''));
      return EU.has(String(constant?.doc.country_code));
    })
  );
}
