import { sizesOf } from '../rules/user-lists.ts';
import { type Doc, storeOf } from '../state.ts';
import type { Builder } from './builder.ts';

const CUSTOMERS = 4_200;

/** Audiences: visitors, buyers, customers, and one that no campaign uses. */
export function seedAudiences(build: Builder): void {
  const store = storeOf(build.world);
  const [purchase] = [...store.all(build.account.id, 'conversion_action')];
  const list = (name: string, days: number, content: Doc) => ({
    kind: 'user_list',
    create: { name, membership_life_span: days, ...content },
  });
  const [visitors = '', , customers = ''] = build.at(300, [
    list('All visitors', 30, visitorsOf(build.market.site)),
    list('Buyers', 180, { basic_user_list: { actions: [{ conversion_action: purchase!.doc.resource_name }] } }),
    list('Customers', 10_000, {
      crm_based_user_list: { upload_key_type: 'CONTACT_INFO', data_source_type: 'FIRST_PARTY' },
    }),
    list('Summer sale visitors', 90, visitorsOf(`${build.market.site}/summer-sale`)),
  ]);
  const filled = store.find(build.account.id, 'user_list', customers.split('/')[3]!)!;
  store.save({ ...filled, doc: { ...filled.doc, ...sizesOf(CUSTOMERS), match_rate_percentage: 60 } });
  const [group] = store.named(build.account.id, 'ad_group', 'All visitors');
  build.at(299, [
    {
      kind: 'ad_group_criterion',
      create: { ad_group: group!.doc.resource_name, user_list: { user_list: visitors } } as Doc,
    },
  ]);
}

function visitorsOf(page: string): Doc {
  const item = { name: 'url__', string_rule_item: { operator: 'CONTAINS', value: page } };
  const rule = { rule_item_groups: [{ rule_items: [item] }] };
  return {
    rule_based_user_list: {
      prepopulation_status: 'FINISHED',
      flexible_rule_user_list: { inclusive_rule_operator: 'AND', inclusive_operands: [{ rule }] },
    },
  };
}
