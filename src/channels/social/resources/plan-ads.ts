import type { MadeId, PlannedAd, PlannedCall, PlannedCalls, PlannedProblem } from '../../../tools/media-planning.ts';
import { AS_IT_IS, look, stop, unusedCells, withoutDefault } from '../../../tools/plan-problems.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { CALLS_TO_ACTION } from './creative-fields.ts';
import type { PlanDefaults } from './plan-defaults.ts';
import type { PlanGoal } from './plan-goals.ts';

/** Where an ad of a media plan goes, and what its campaign has in common. */
interface AdPlace {
  at: number;
  group: number;
  /** The ad set, or the call that makes it. */
  parent: string | MadeId;
  goal: PlanGoal;
  defaults: PlanDefaults;
}

const CREATIVE_NAME_MAX = 100;
/** What an ad around a creative or post that exists does not take. */
const OWN_CONTENT = ['headlines', 'texts', 'mediaId', 'landingPage', 'button'];
/** Buttons that call somebody, for which a sheet has no number. */
const WITH_NUMBER = ['CALL_NOW', 'WHATSAPP_MESSAGE'];

/** The calls that make one ad: around a creative or post that exists, or with a creative of its own. */
export function adCalls(ad: PlannedAd, place: AdPlace): PlannedCalls {
  const field = (name: string) => `groups.${place.group}.ads.${place.at}.${name}`;
  const number = `${place.group + 1}.${place.at + 1}`;
  if (ad.creativeId !== undefined) {
    const shown = shownContent(ad.creativeId, place, field('creativeId'));
    const unused = unusedCells(ad, OWN_CONTENT, field, AS_IT_IS);
    return { calls: [adCall(ad, place, number, shown.content)], problems: [...shown.problems, ...unused] };
  }
  const { calls, problems } = creativeCall(ad, place, number, field);
  return { calls: [...calls, adCall(ad, place, number, { creative_id: { made: `creative ${number}` } })], problems };
}

function adCall(ad: PlannedAd, { at, group, parent }: AdPlace, number: string, content: object): PlannedCall {
  const field = (name: string) => `groups.${group}.ads.${at}.${name}`;
  return {
    key: `ad ${number}`,
    level: 'ad',
    name: ad.name,
    tool: 'create_social_ad',
    arguments: { ad_set_id: parent, name: ad.name, ...content },
    makes: ['ad', 'id'],
    from: { name: field('name'), creative_id: field('creativeId'), post_id: field('creativeId') },
  };
}

/** A post is `<page>_<post>`, a creative has digits only. */
function shownContent(id: string, { goal, defaults }: AdPlace, field: string) {
  const post = /^(\d{1,19})_\d{1,19}$/.exec(id);
  if (post) {
    const isForeign = goal.promotesPage && defaults.page_id !== undefined && post[1] !== defaults.page_id;
    const problems = isForeign
      ? [stop(field, `The post is of the page ${post[1]}, and the campaign promotes ${defaults.page_id}.`)]
      : [];
    return { content: { post_id: id }, problems };
  }
  const problems = /^\d{1,19}$/.test(id)
    ? []
    : [stop(field, `${id} is neither a creative nor a post.`, 'The id of a creative, or <page>_<post>')];
  return { content: { creative_id: id }, problems };
}

function creativeCall(ad: PlannedAd, place: AdPlace, number: string, field: (name: string) => string): PlannedCalls {
  const { goal, defaults } = place;
  const media = mediaOf(ad.mediaId);
  const button = buttonOf(ad.button);
  const call: PlannedCall = {
    key: `creative ${number}`,
    level: 'part',
    name: ad.name,
    tool: 'create_ad_creative',
    arguments: withoutUnset({
      name: [...ad.name].slice(0, CREATIVE_NAME_MAX).join(''),
      page_id: defaults.page_id,
      photo_network_actor_id: defaults.photo_network_actor_id,
      link_url: goal.link ?? ad.landingPage,
      message: ad.texts[0],
      headline: ad.headlines[0],
      ...media.arguments,
      button: button ?? goal.button,
      lead_form_id: goal.leadForm,
    }),
    makes: ['creative', 'id'],
    from: {
      name: field('name'),
      page_id: field('name'),
      link_url: field('landingPage'),
      message: field('texts'),
      headline: field('headlines'),
      button: field('button'),
      ...Object.fromEntries(['image_hash', 'picture', 'video_id'].map((name) => [name, field('mediaId')])),
    },
  };
  const problems = [
    ...contentProblems(ad, place, field),
    ...mediaProblems(ad.mediaId, media, goal, field('mediaId')),
    ...buttonProblems(ad.button, button, field('button')),
  ];
  return { calls: problems.some(({ level }) => level === 'stop') ? [] : [call], problems };
}

function contentProblems(
  ad: PlannedAd,
  { goal, defaults }: AdPlace,
  field: (name: string) => string,
): PlannedProblem[] {
  const more = (['headlines', 'texts'] as const).filter((name) => ad[name].length > 1);
  return [
    ...(defaults.page_id === undefined
      ? [
          withoutDefault(
            field('name'),
            'An ad speaks for a page.',
            'Set page_id in the defaults of social, or name a creative',
          ),
        ]
      : []),
    ...(ad.texts.length + ad.headlines.length === 0 && ad.mediaId === undefined
      ? [stop(field('name'), 'The ad has no content.', 'A creative, or a headline or text with a landing page')]
      : []),
    ...(goal.link === undefined && ad.landingPage === undefined
      ? [
          withoutDefault(
            field('landingPage'),
            'The ad has no landing page.',
            'An address, in the sheet or in the defaults',
          ),
        ]
      : []),
    ...more.map((name) => look(field(name), `An ad shows one of its ${name}: the first one.`)),
  ];
}

interface Media {
  arguments: { video_id?: string; image_hash?: string; picture?: string };
  unknown: readonly string[];
}

/** Several ids in a cell are a video and its thumbnail, whichever comes first. */
function mediaOf(cell: string | undefined): Media {
  const found: Media['arguments'] = {};
  const unknown: string[] = [];
  for (const id of cell?.split(/[\s,;|+]+/).filter(Boolean) ?? []) {
    if (/^https?:\/\/\S+$/i.test(id) && !found.picture) found.picture = id;
    else if (/^[0-9a-f]{32}$/i.test(id) && !found.image_hash) found.image_hash = id;
    else if (/^\d{1,19}$/.test(id) && !found.video_id) found.video_id = id;
    else unknown.push(id);
  }
  return { arguments: found, unknown };
}

function mediaProblems(cell: string | undefined, media: Media, goal: PlanGoal, field: string): PlannedProblem[] {
  const { video_id: video, image_hash: hash, picture } = media.arguments;
  if (media.unknown.length > 0 || (hash && picture))
    return [
      stop(
        field,
        `${cell} names no picture or video of the account.`,
        'The hash or address of a picture, or the id of a video with its thumbnail',
      ),
    ];
  if (video && !hash && !picture)
    return [stop(field, 'A video needs a thumbnail.', `Both, as ${video} and the hash or address of a picture`)];
  if (goal.needsVideo && !video)
    return [stop(field, 'Ads for views of videos show a video.', 'The id of a video with its thumbnail, or a post')];
  return cell === undefined ? [look(field, 'The ad has no picture: the platform takes that of the landing page.')] : [];
}

/** `Learn more` as the platform writes it. */
function buttonOf(word: string | undefined): string | undefined {
  const name = word
    ?.trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
  return CALLS_TO_ACTION.find((one) => one === name);
}

function buttonProblems(word: string | undefined, button: string | undefined, field: string): PlannedProblem[] {
  if (word === undefined) return [];
  const words = CALLS_TO_ACTION.filter((one) => !WITH_NUMBER.includes(one)).join(', ');
  if (button === undefined) return [stop(field, `The platform has no button ${word}.`, words)];
  return WITH_NUMBER.includes(button)
    ? [stop(field, `${button} needs a phone number, which a sheet has not.`, words)]
    : [];
}
