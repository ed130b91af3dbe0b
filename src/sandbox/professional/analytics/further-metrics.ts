import { COUNTS, type DayNumbers } from './numbers.ts';

/** Metrics that follow from the counted ones of a day: `name count share`. A share above 1 is a time in milliseconds for each. */
const SHARES = `
companyPageClicks clicks 0.08
textUrlClicks clicks 0.02
actionClicks clicks 0.03
adUnitClicks clicks 0.01
cardClicks clicks 0.2
cardImpressions impressions 0.3
headlineClicks clicks 0.1
headlineImpressions impressions 0.9
subscriptionClicks clicks 0.01
downloadClicks clicks 0.02
otherEngagements clicks 0.05
reactions likes 1.0
commentLikes comments 0.5
qualifiedLeads oneClickLeads 0.4
validWorkEmailLeads oneClickLeads 0.7
leadGenerationMailContactInfoShares oneClickLeads 0
leadGenerationMailInterestedClicks oneClickLeads 0
talentLeads oneClickLeads 0
jobApplications clicks 0
jobApplyClicks clicks 0
postClickJobApplications clicks 0
postClickJobApplyClicks clicks 0
postViewJobApplications clicks 0
postViewJobApplyClicks clicks 0
registrations clicks 0
postClickRegistrations clicks 0
postViewRegistrations clicks 0
appointmentsScheduled clicks 0
videoFirstQuartileCompletions videoStarts 0.55
videoMidpointCompletions videoStarts 0.35
videoThirdQuartileCompletions videoStarts 0.2
fullScreenPlays videoStarts 0.04
videoWatchTime videoStarts 4200
eventViews clicks 0
eventViewsOver15Seconds clicks 0
eventViewsOver30Seconds clicks 0
eventViewsOver2Minutes clicks 0
eventWatchTime clicks 0`;

type Count = {
  [Name in keyof DayNumbers]: DayNumbers[Name] extends number ? Name : never;
}[keyof DayNumbers];

const WITHIN_FORMAT: Readonly<Record<string, readonly [format: string, count: Count, share: number]>> = {
  sends: ['SPONSORED_INMAIL', 'impressions', 1],
  opens: ['SPONSORED_INMAIL', 'impressions', 0.5],
  documentFirstQuartileCompletions: ['SPONSORED_UPDATE_NATIVE_DOCUMENT', 'clicks', 0.6],
  documentMidpointCompletions: ['SPONSORED_UPDATE_NATIVE_DOCUMENT', 'clicks', 0.4],
  documentThirdQuartileCompletions: ['SPONSORED_UPDATE_NATIVE_DOCUMENT', 'clicks', 0.3],
  documentCompletions: ['SPONSORED_UPDATE_NATIVE_DOCUMENT', 'clicks', 0.2],
};

type Reading = (one: DayNumbers) => number;

const shares = SHARES.trim()
  .split('\n')
  .map((line): [string, Reading] => {
    const [name, count, share] = line.split(' ') as [string, Count, string];
    return [name, (one) => Math.round(one[count] * Number(share))];
  });

const withinFormat = Object.entries(WITHIN_FORMAT).map(([name, [format, count, share]]): [string, Reading] => [
  name,
  (one) => (one.campaign.fields.format === format ? Math.round(one[count] * share) : 0),
]);

const upperFirst = (name: string) => name[0]!.toUpperCase() + name.slice(1);
/** What members did after others had passed an ad on, which costs nothing: a fiftieth of what was paid for. */
const viral = [...COUNTS.map((name): [string, Reading] => [name, (one) => one[name]]), ...shares, ...withinFormat]
  .filter(
    ([name]) => !/^(sends|opens|qualifiedLeads|validWorkEmailLeads|talentLeads|event|leadGen|appointments)/.test(name),
  )
  .map(([name, read]): [string, Reading] => [`viral${upperFirst(name)}`, (one) => Math.round(read(one) / 50)]);

export const FURTHER_METRICS: ReadonlyMap<string, Reading> = new Map([...shares, ...withinFormat, ...viral]);
