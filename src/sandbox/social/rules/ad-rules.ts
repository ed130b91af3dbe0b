import { isObject } from '../../json.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import type { AdCreativeData, Json } from '../state/shapes.ts';
import type { GraphNode, Store } from '../state.ts';
import { viewCreative } from './creative-view.ts';
import { checkFormsOf, formIdsIn } from './lead-form-rules.ts';
import { wordsIn } from './placement-rules.ts';

const ADS_MAX = 50;
const VIDEO_GOALS = ['THRUPLAY', 'TWO_SECOND_CONTINUOUS_VIDEO_VIEWS'];
const FORM_GOALS = ['LEAD_GENERATION', 'QUALITY_LEAD'];
const SCHEDULED = ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION'];

/** How many ads an ad set may hold. */
export function checkRoom(ctx: Ctx, adSet: GraphNode<'AdSet'>): void {
  const live = ctx.store.all('Ad', { adset: adSet.id }).filter(({ data }) => data.status !== 'DELETED');
  if (live.length >= ADS_MAX)
    throw ruleBroken(undefined, 'Too Many Ads', `An ad set can hold ${ADS_MAX} ads.`, ['adset_id']);
}

/** What only some objectives allow on an ad. */
export function checkExtras({ params, store }: Ctx, adSet: GraphNode<'AdSet'>): void {
  const { objective } = store.need('Campaign', adSet.links.campaign).data;
  if (SCHEDULED.includes(objective)) return;
  for (const name of ['ad_schedule_start_time', 'ad_schedule_end_time', 'creative_asset_groups_spec'])
    if (params.has(name))
      throw ruleBroken(undefined, 'Not Available for This Objective', `${name} cannot be used with ${objective}.`, [
        name,
      ]);
}

/** Whether the creative can serve what its ad set is after. */
export function checkCreativeFits(store: Store, adSet: GraphNode<'AdSet'>, creative: GraphNode<'AdCreative'>): void {
  const { promoted_object: promoted, destination_type: destination, optimization_goal: goal, targeting } = adSet.data;
  const story = storyOf(creative.data);
  if (
    promoted?.page_id !== undefined &&
    story.page_id !== undefined &&
    String(promoted.page_id) !== String(story.page_id)
  )
    throw ruleBroken(1885029, 'Pages Differ', "The creative's page is not the one the ad set promotes.", ['creative']);
  if (destination === 'ON_POST' && promoted?.page_id === undefined)
    throw ruleBroken(1885154, 'Promoted Page Missing', 'The ad set needs a page in promoted_object.', ['adset_id']);
  if (formIdsIn(story).length > 0) {
    checkForm(destination);
    checkFormsOf(store, story);
  } else if (destination === 'ON_AD' && FORM_GOALS.includes(goal))
    throw ruleBroken(
      1885392,
      'Creative Does Not Fit',
      `Goal ${goal} with destination ON_AD needs a creative with a lead form.`,
      ['creative'],
    );
  if (VIDEO_GOALS.includes(goal) && !viewCreative(creative.data).video)
    throw ruleBroken(1885392, 'Creative Does Not Fit', `Goal ${goal} needs a video.`, ['creative']);
  const needsProfile = wordsIn(targeting, 'publisher_platforms').find(
    (name) => name === 'instagram' || name === 'threads',
  );
  const profile = story.instagram_user_id ?? creative.data.content.instagram_user_id;
  if (needsProfile !== undefined && profile === undefined && story.page_id !== undefined)
    throw ruleBroken(
      1772103,
      'Instagram Account Is Missing',
      `The ad set is placed on ${needsProfile}: the creative needs instagram_user_id in object_story_spec.`,
      ['creative'],
    );
}

function storyOf({ content }: AdCreativeData): Json {
  return isObject(content.object_story_spec) ? content.object_story_spec : {};
}

function checkForm(destination: string | undefined): void {
  if (destination === 'ON_AD' || destination === undefined) return;
  if (destination === 'WEBSITE')
    throw ruleBroken(1815676, 'Form on a Website Ad Set', 'A form cannot be used with destination WEBSITE.', [
      'creative',
    ]);
  throw ruleBroken(1892040, 'Form Outside ON_AD', 'A form needs an ad set with destination ON_AD.', ['creative']);
}

/** A rejected ad stays so until it gets another creative. */
export function checkEnabling(node: GraphNode<'Ad'>, status: string | undefined, swapped: boolean): void {
  if (status !== 'ACTIVE' || node.data.disapproved === undefined || swapped) return;
  throw ruleBroken(
    2490468,
    'Ad Was Rejected',
    'The ad was rejected in review. Give it another creative or make a new ad.',
    ['status'],
  );
}

/** An ad set goes with its campaign. */
export function checkParents(ctx: Ctx, adSet: GraphNode<'AdSet'>): void {
  const { status, end_time: end } = adSet.data;
  const campaign = ctx.store.need('Campaign', adSet.links.campaign).data.status;
  if (campaign === 'DELETED' || campaign === 'ARCHIVED')
    throw ruleBroken(1487566, 'Campaign Is Not Live', 'Ads cannot be added to a deleted or archived campaign.', [
      'adset_id',
    ]);
  if (status === 'DELETED' || status === 'ARCHIVED')
    throw ruleBroken(1487056, 'Ad Set Is Not Live', 'Ads cannot be added to a deleted or archived ad set.', [
      'adset_id',
    ]);
  if (end !== undefined && end <= ctx.world.now())
    throw ruleBroken(1487007, 'Ad Set Has Ended', 'Extend the end of the ad set first.', ['adset_id']);
}

export function checkDynamic(
  ctx: Ctx,
  adSet: GraphNode<'AdSet'>,
  creative: GraphNode<'AdCreative'>,
  self?: string,
): void {
  const { dynamic } = viewCreative(creative.data);
  if (dynamic && !adSet.data.is_dynamic_creative) {
    const message =
      'A creative with several assets needs an ad set with dynamic creative. Make one with is_dynamic_creative.';
    throw ruleBroken(1885998, 'Dynamic Creative in a Non-Dynamic Ad Set', message, ['creative']);
  }
  if (!adSet.data.is_dynamic_creative) return;
  const others = ctx.store
    .all('Ad', { adset: adSet.id })
    .filter(({ id, data }) => id !== self && data.status !== 'DELETED');
  if (others.length > 0) throw badParameter('An ad set with dynamic creative can hold one ad', 'adset_id');
  if (!dynamic)
    throw ruleBroken(
      1885998,
      'Dynamic Creative Needed',
      'An ad set with dynamic creative needs a creative with asset_feed_spec.',
      ['creative'],
    );
}
