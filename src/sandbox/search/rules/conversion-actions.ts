import { conversionId, conversionLabel } from '../../google/conversion-label.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc } from '../state.ts';
import type { Kind } from './kind.ts';

const CREATABLE = ['WEBPAGE', 'UPLOAD_CLICKS', 'UPLOAD_CALLS', 'AD_CALL', 'WEBSITE_CALL', 'CLICK_TO_CALL'];

/** Types that a tag on a page fills: only they come with code for it. */
const ON_PAGES = ['WEBPAGE', 'WEBSITE_CALL'];

/** The platform's code for pages; `send_to` holds the account's tracking id and the label of the action. */
function tagSnippets(account: string, id: string): Doc[] {
  const tracking = `AW-${conversionId(account)}`;
  const label = conversionLabel(account, id);
  return ['HTML', 'AMP'].map((page_format) => ({
    type: 'WEBPAGE',
    page_format,
    global_site_tag: `<!-- Google tag (gtag.js) -->\n<script async src="https://www.googletagmanager.com/gtag/js?id=${tracking}"></script>\n`,
    event_snippet: `<!-- Event snippet -->\n<script>\n  gtag('event', 'conversion', {'send_to': '${tracking}/${label}'});\n</script>\n`,
  }));
}

/** Only some types can be made by hand; the rest come from links to other products. */
export const conversionAction: Kind = {
  name: 'conversion_action',
  collection: 'conversionActions',
  create(session, body, complaints, _operation, temporary) {
    if (!CREATABLE.includes(String(body.type))) {
      if (complaints.require(body, 'type'))
        complaints.add(
          'conversionActionError.CREATION_NOT_SUPPORTED',
          'Actions of this type cannot be created.',
          'type',
          { trigger: String(body.type) },
        );
    }
    if (complaints.require(body, 'name')) checkActionName(session, String(body.name), undefined, complaints);
    checkValues(session, body, complaints);
    const id = session.claimId(temporary);
    return {
      key: String(id),
      parent: null,
      doc: {
        status: 'ENABLED',
        category: 'DEFAULT',
        primary_for_goal: true,
        counting_type: 'MANY_PER_CLICK',
        click_through_lookback_window_days: 30,
        view_through_lookback_window_days: 1,
        attribution_model_settings: { attribution_model: 'GOOGLE_ADS_LAST_CLICK' },
        ...body,
        id,
        origin: 'WEBSITE',
        include_in_conversions_metric: body.primary_for_goal !== false,
        made_at: session.nowMs,
        owner_customer: `customers/${session.account.id}`,
        ...(ON_PAGES.includes(String(body.type)) && { tag_snippets: tagSnippets(session.account.id, String(id)) }),
      },
    };
  },
  update(session, entity, after, complaints) {
    if (after.name !== entity.doc.name) checkActionName(session, String(after.name ?? ''), entity.key, complaints);
    checkValues(session, after, complaints);
    after.include_in_conversions_metric = after.primary_for_goal !== false;
  },
  remove() {},
};

function checkActionName(session: Session, name: string, own: string | undefined, complaints: Complaints): void {
  const taken = session.store
    .named(session.account.id, 'conversion_action', name)
    .some(({ key, doc }) => key !== own && doc.status !== 'REMOVED');
  if (taken)
    complaints.add(
      'conversionActionError.DUPLICATE_NAME',
      'A conversion action with this name already exists.',
      'name',
      { trigger: name },
    );
}

const RULE_BASED = /FIRST_CLICK|LINEAR|TIME_DECAY|POSITION_BASED/;

function checkValues(session: Session, doc: Doc, complaints: Complaints): void {
  const model = String((doc.attribution_model_settings as Doc | undefined)?.attribution_model);
  if (RULE_BASED.test(model))
    complaints.add(
      'conversionActionError.CANNOT_SET_RULE_BASED_ATTRIBUTION_MODELS',
      'Rule-based attribution models are no longer available.',
      'attribution_model_settings.attribution_model',
      { trigger: model },
    );
  const currency = (doc.value_settings as Doc | undefined)?.default_currency_code;
  if (currency && !session.store.find('global', 'currency_constant', String(currency)))
    complaints.add(
      'currencyCodeError.UNSUPPORTED',
      'The currency is not supported.',
      'value_settings.default_currency_code',
      { trigger: String(currency) },
    );
  for (const [field, min, max] of [
    ['click_through_lookback_window_days', 1, 90],
    ['view_through_lookback_window_days', 1, 30],
    ['phone_call_duration_seconds', 0, 10_000],
  ] as const) {
    const value = doc[field];
    if (typeof value !== 'number') continue;
    if (value < min) complaints.add('rangeError.TOO_LOW', `At least ${min}.`, field, { trigger: value });
    if (value > max) complaints.add('rangeError.TOO_HIGH', `At most ${max}.`, field, { trigger: value });
  }
}
