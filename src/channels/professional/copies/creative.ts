import { Failure, invalidArguments } from '../../../errors.ts';
import { percentDecoded } from '../../../text/percent-decoding.ts';
import type { ProfessionalClient } from '../client.ts';
import { creativesPath } from '../resources/creative.ts';
import { idIn, urnOf } from '../resources/fields.ts';
import { WireCreative } from '../wire.ts';

export const COPIES_MAX = 50;
const OVER = ['ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED'];

/** The creatives of a campaign that can be copied, and why the others cannot. */
export async function creativesToCopy(
  client: ProfessionalClient,
  account: string,
  campaign: string,
  only: readonly string[] | undefined,
) {
  const { fit, unfit, ids } = await judgedCreatives(client, account, campaign, only);
  const strangers = only?.filter((id) => !ids.includes(id)) ?? [];
  if (strangers.length > 0)
    throw invalidArguments([
      { field: 'creative_ids', message: `${strangers.join(', ')} are not in campaign ${campaign}` },
    ]);
  if (fit.length === 0)
    throw invalidArguments([{ field: 'campaign_id', message: 'has no creative that could be copied' }]);
  if (fit.length > COPIES_MAX)
    throw invalidArguments([
      { field: 'creative_ids', message: `is required: there are ${fit.length}, and one call copies ${COPIES_MAX}` },
    ]);
  return { fit, unfit };
}

/** The ids of the creatives that can be copied, in as many parts as calls are needed; undefined where they cannot be read. */
export async function copyableParts(
  client: ProfessionalClient,
  account: string,
  campaign: string,
): Promise<string[][] | undefined> {
  try {
    const ids = (await judgedCreatives(client, account, campaign)).fit.map(({ id }) => idIn(id));
    const starts = ids.map((_, at) => at).filter((at) => at % COPIES_MAX === 0);
    return starts.map((at) => ids.slice(at, at + COPIES_MAX));
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

async function judgedCreatives(
  client: ProfessionalClient,
  account: string,
  campaign: string,
  only?: readonly string[],
) {
  const params = { q: 'criteria', campaigns: [urnOf('sponsoredCampaign', campaign)] };
  const { items } = await client.list(creativesPath(account), WireCreative, {
    limit: Number.POSITIVE_INFINITY,
    params,
    account,
    pageMax: 100,
  });
  const asked = items.filter(({ id }) => only === undefined || only.includes(idIn(id)));
  const judged = asked.map((creative) => ({ creative, why: whyNotCopied(creative) }));
  return {
    ids: asked.map(({ id }) => idIn(id)),
    fit: judged.flatMap(({ creative, why }) => (why === undefined ? [creative] : [])),
    unfit: judged.flatMap(({ creative, why }) => (why ? [{ source_id: idIn(creative.id), why }] : [])),
  };
}

function whyNotCopied({ intendedStatus, review }: WireCreative): string | undefined {
  if (OVER.includes(intendedStatus)) return `It is ${intendedStatus}.`;
  return review?.status === 'REJECTED' ? 'It was rejected in review.' : undefined;
}

/** What a copy of a creative is created from. */
export function creativeCopy({ content, name, leadgenCallToAction }: WireCreative, campaign: string) {
  return {
    campaign: urnOf('sponsoredCampaign', campaign),
    intendedStatus: 'DRAFT',
    content,
    ...(name && { name }),
    ...(leadgenCallToAction && { leadgenCallToAction }),
  };
}

/** What became of one copy. */
export function copyResult(source_id: string, answer: string | Failure) {
  if (!(answer instanceof Failure)) return { source_id, outcome: 'created' as const, id: idIn(percentDecoded(answer)) };
  const { code, message, nextStep: next_step } = answer.details;
  const outcome = answer.outcome === 'unknown' ? ('unknown' as const) : ('refused' as const);
  return { source_id, outcome, error: { code, message, next_step } };
}
