import type { MadeId, PlannedAd, PlannedCall, PlannedCalls, PlannedProblem } from '../../../tools/media-planning.ts';
import { AS_IT_IS, isStopped, look, stop, unusedCells, withoutDefault } from '../../../tools/plan-problems.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { buttonsFor, CallToAction } from './fields.ts';
import type { PlanDefaults } from './plan-defaults.ts';
import type { PlanGoal } from './plan-goals.ts';

/** Where an ad of a media plan goes, and what its campaign has in common. */
interface AdPlace {
  at: number;
  group: number;
  /** The ad group, or the call that makes it. */
  parent: string | MadeId;
  goal: PlanGoal;
  defaults: PlanDefaults;
}

const PLAIN_BUTTON = 'LEARN_MORE';

/** The call that makes one ad: of a post that exists, or of a video with its cover. */
export function adCalls(ad: PlannedAd, place: AdPlace): PlannedCalls {
  const field = (name: string) => `groups.${place.group}.ads.${place.at}.${name}`;
  const { goal, defaults, parent } = place;
  const content = ad.creativeId === undefined ? madeContent(ad, field) : shownContent(ad.creativeId, ad, field);
  const button = buttonOf(ad.button);
  const call: PlannedCall = {
    key: `ad ${place.group + 1}.${place.at + 1}`,
    level: 'ad',
    name: ad.name,
    tool: 'create_ad',
    arguments: withoutUnset({
      ad_group_id: parent,
      ad_name: ad.name,
      identity_id: defaults.identity_id,
      ...content.arguments,
      call_to_action: button ?? PLAIN_BUTTON,
      landing_page_url: ad.landingPage,
      ...goal.ad,
    }),
    makes: ['ad', 'id'],
    from: {
      ad_name: field('name'),
      identity_id: field('name'),
      tiktok_item_id: field('creativeId'),
      video_id: field('mediaId'),
      image_ids: field('mediaId'),
      ad_text: ad.texts.length > 0 ? field('texts') : field('headlines'),
      call_to_action: field('button'),
      landing_page_url: field('landingPage'),
      page_id: field('name'),
    },
  };
  const problems = [
    ...content.problems,
    ...placeProblems(ad, place, field),
    ...buttonProblems(ad.button, button, goal, field('button')),
  ];
  return { calls: isStopped(problems) ? [] : [call], problems };
}

function placeProblems(ad: PlannedAd, { goal, defaults }: AdPlace, field: (name: string) => string): PlannedProblem[] {
  return [
    ...(defaults.identity_id === undefined
      ? [withoutDefault(field('name'), 'An ad speaks as somebody.', 'Set identity_id in the defaults of video')]
      : []),
    ...(goal.needsLink && ad.landingPage === undefined
      ? [
          withoutDefault(
            field('landingPage'),
            'The ad has no landing page.',
            'An address, in the sheet or in the defaults',
          ),
        ]
      : []),
  ];
}

function shownContent(id: string, ad: PlannedAd, field: (name: string) => string) {
  const problems = /^\d{1,19}$/.test(id)
    ? []
    : [stop(field('creativeId'), `${id} is no post.`, 'The id of a post of the identity: digits, from list_posts')];
  const unused = unusedCells(ad, ['headlines', 'texts', 'mediaId'], field, AS_IT_IS);
  return { arguments: { tiktok_item_id: id }, problems: [...problems, ...unused] };
}

/** Two ids in a cell are a video and its cover; only the ids of pictures have a slash. */
function madeContent(ad: PlannedAd, field: (name: string) => string) {
  const ids = ad.mediaId?.split(/[\s,;|+]+/).filter(Boolean) ?? [];
  const covers = ids.filter((id) => id.includes('/'));
  const videos = ids.filter((id) => !id.includes('/'));
  const text = ad.texts[0] ?? ad.headlines[0];
  const isWhole = covers.length === 1 && videos.length === 1;
  return {
    arguments: { video_id: videos[0], image_ids: covers, ad_text: text },
    problems: [
      ...(isWhole ? [] : [mediaProblem(ids.length, videos.length === 1, field('mediaId'))]),
      ...(text === undefined ? [stop(field('texts'), 'The ad has no text.', 'A text of up to 100 characters')] : []),
      ...(ad.texts.length > 1 ? [look(field('texts'), 'An ad shows one text: the first one.')] : []),
      ...(ad.texts.length > 0 && ad.headlines.length > 0 && ad.cells.headlines !== undefined
        ? [look(field('headlines'), 'Video ads have a text and no headline: the headline is not used.')]
        : []),
    ],
  };
}

function mediaProblem(ids: number, hasVideo: boolean, field: string): PlannedProblem {
  const allowed = 'The id of a video and that of its cover, from list_videos and suggest_covers, or a post';
  if (ids === 0) return stop(field, 'The ad has no video.', allowed);
  return stop(field, hasVideo ? 'A video needs its cover.' : 'The cell names no video with its cover.', allowed);
}

/** `Learn more` as the platform writes it. */
function buttonOf(word: string | undefined): string | undefined {
  const name = word
    ?.trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
  return CallToAction.options.find((one) => one === name);
}

function buttonProblems(
  word: string | undefined,
  button: string | undefined,
  { objective }: PlanGoal,
  field: string,
): PlannedProblem[] {
  if (word === undefined) return [];
  const words = buttonsFor(objective);
  if (words.some((one) => one === button)) return [];
  return [stop(field, `The platform has no button ${word} for this objective.`, words.join(', '))];
}
