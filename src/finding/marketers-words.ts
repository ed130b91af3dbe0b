import type { Deed } from './deeds.ts';
import { termsOf } from './terms.ts';

/**
 * What marketers say, and the words of our tools that they mean by it. Left of the colon stand words or phrases, apart by commas;
 * right of it the words, and with `#` the deed: `#create`, `#change`, `#remove`, `#copy`, `#look`, `#numbers`, `#why`, `#size`, `#many`, `#upload`, `#history`.
 * A word after `^` means this only where a clause begins with it: `cap the frequency` is an order, `the cap` is none.
 * No platform is named here: what each is called stands in its `channel.ts`.
 */
const TABLE = `
pause, stop, halt, freeze, hold, kill, turn off, switch off, shut off, shut down, shut it off, disable, deactivate, take down, suspend, retire, sunset, mute, hide, silence, cease, end it, take offline, put on ice, park, unpublish: #change status switch
turn on, switch on, enable, activate, reactivate, unpause, go live, goes live, get live, set live, put live, fire up, relaunch, turn back on, back on, unarchive: #change status enable switch active
resume, bring back, restart, run again, spend again, spending again, running again, on again, live again, start again, back to normal, as before, as it was, as they were: #change resume status
stop spending on, stop the spend on, no more money on, stop paying for, stop wasting money on: #change status switch
put, give the, give our, give it: #change
raise, increase, bump, up, double, triple, quadruple, lift, boost the budget, crank, ramp, push up, beef up, jack up, more budget, more money, scale, add budget, pump, pour, another: #change
lower, decrease, reduce, cut, halve, slash, shave, drop, trim, shrink, ease off, scale back, cut back, pull back, rein in, throttle, less: #change
change, update, edit, modify, adjust, alter, fix, tweak, swap, replace, switch, move, set, rewrite, rephrase, correct, instead, touch, mess, limit, restrict, extend, shorten: #change
link, unlink, connect, assign, dial, dial it down, tone down, overspending: #change
^cap, ^target, ^bid, ^label, ^tag, ^schedule, ^budget, ^aim, ^rotate, ^focus, ^point, ^keep, ^take, ^leave, ^let, ^have, ^narrow, ^widen, ^expand, ^allow, ^no more, ^enough of, ^don't, ^do not, ^never, ^end, ^finish: #change
take out, leave out, kick out, keep out of, no ads in, not in: exclude exclusion targeting #change
wrong country, wrong place, wrong people, wrong audience, wrong city, wrong language: targeting deliver #why #change
make the, make our, make my, make it, make this, make that, make all, make them, make these, make sure: #change
must be, should be, needs to be, need to be, has to be, have to be, must have, should have, should say, should go, should only, must not, supposed to, ought to: #change
rename, call it, new name: #change name rename
new, create, build, launch, start, set up, setup, make, write, draft, open, kick off, spin up, roll out, compose, prepare, generate, publish, produce, design: #create
add, include, attach: #create #change add
insert: add
warn me, alert me, notify me, ping me, let me know when, let me know if, tell me when, tell me if, keep an eye on, keep watch, watch out for, set up an alert, automatically when: #create monitor watch warn
watching, watched, watch over, alert rules, alert rule, monitors: monitor watch
firing, fires, fired, went wrong, goes wrong: alert found
seen this alert, seen the alert, seen it, mute this alert, snooze, dismiss, acknowledge: acknowledge alert seen mark
sensitive, threshold, thresholds, too noisy: #change monitor threshold
how often would, would this alert, would it have, would have fired, past days, try the monitor: try test monitor draft
stop watching, no longer watch, watch no longer: #remove delete monitor watch
delete, remove, throw away, get rid, trash, drop, erase, wipe, clean out: #remove delete remove
archive: #change archive status
don't want, do not want, doesn't want, no longer want, not interested in, not for: exclude exclusion negative #change
exclude, block, not show, do not show, don't show, never show, stop showing, keep out, avoid, without: exclusion exclude negative #change
from showing, showing us, show us, show up, showing up, not in: exclusion location targeting #change
move ads, move ad, move the ad, move the ads, move this ad, move that ad, transfer the ad, into another ad set, into another campaign: #copy duplicate copy
copy, clone, duplicate, replicate, copy over, same again, variation, variations, variant, variants, make another, reuse, second version: #copy duplicate copy
which, show, list, see, view, display, search, look up, look for, what do we have, do we have, are there, what are, find, tell me, show me, give me, all my, overview: #look
how did, how do, how is, how are, performance, performing, results, numbers, stats, statistics, metrics, report, reporting, kpi, kpis, figures, data, insights, analytics, doing, perform, performs: #numbers performance metric number report
clicks, impressions, ctr, cpm, cpc, cpa, cpl, roas, reach, frequency, conversions rate, cost per, views, pay per, paid per, spent, cost, revenue, return: #numbers metric performance cost
by age, by gender, by device, by day, by week, by month, by country, breakdown, split by, per day, by seniority, by industry, by placement: #numbers segment metric
bring, brings, bringing, brought, deserve, worth, worth it, pay off, paying off, profitable, profit, margin, roi, efficient, convert, converts, converting, sold, our sales, many sales, no sales, orders, signups, sign ups, installs, traffic, cvr, vtr, cac, view rate, hook rate, watch time, completion rate, pacing, pace, hourly, summary, recap, dashboard, scorecard, overview, underperform, underperforming, flop, flopping, damage, paying: #numbers metric performance
which platform, which platforms, which channel, which channels, which network, of the platforms, of the channels, of our channels: all channel report #numbers
describe, details, detail, settings, setting, setup of, info on, information: #look
how do i, how can i, how to, how do we, how can we:
money going, money goes, money go, money went, spend going, spend goes, spend go, budget going, budget goes, budget go, budget went: #numbers cost metric performance report
how much did, how much have, how much was, did we spend, we spent, have we spent, did it cost, burned, burnt, wasted, blew, wasting: #numbers cost metric performance report
who saw, saw, engaged, engagement, clicked, clicking, watched, viewed, interacted: #numbers metric segment performance
only: targeting ad set ad group #change
top, best, worst, highest, lowest, cheapest, most expensive, ranking, rank, trend, over time, export, download: #numbers metric
split, distribution, mix, share of, proportion, ratio: #numbers segment metric
demographics, demographic, clickers, viewers, watchers: #numbers segment metric
bid higher, bid more, bid less, bid up, bid down, bid lower, bid harder, bid aggressively, outbid: bid #change
^cap: frequency cap limit
per person, per user, times a week, times per, times a day, too often, frequency cap, frequency capping: frequency cap #change
impression share: impression share metric performance #numbers
rotate, rotation, rotating: creative selection campaign
top of page, top of the page, first page, page one, absolute top, on top, above competitors, outrank, position: impression share place bidding
bid by, bid on, bid for: bidding strategy bid #change
month to date, mtd, ytd, year to date, quarter to date, so far, in the last, in the past, past week, past month, last 7 days, last 30 days, last 14 days, last 90 days, past 7 days, past 30 days: #numbers metric
all clients, every client, all workspaces, all accounts, every account, across accounts, across clients: all channel every account
last week, last month, last quarter, last year, yesterday, this week, this month, over the weekend, today: day
search terms, search term, typing, typed, searched, queries, what people search: #numbers search term query performance
compare, compared, versus, vs, better or worse, against, than last, up or down, year over year, month over month: compare period #numbers
everything, all channels, everywhere, anywhere, all platforms, every platform, across, overall, whole, together, combined: all channel every
per platform, per channel, by platform, by channel, each platform, each channel: all channel report #numbers
spend by, spend per, spending by, spending per, cost by: #numbers cost metric
every, all, many, bulk, mass, several, at once: many once #many
through the roof, skyrocket, skyrocketed, explode, exploded, spike, spiked, surge, surged, jumped, went up, going up, gone up, shot up, too expensive, too pricey, too high, climbing, soaring: #numbers metric performance cost
fatigue, fatigued, worn out, burnt out, stale, saturated, seen too often, overexposed: frequency performance #numbers metric creative
what's going on, what is going on, going wrong, what's up with, what's happening, what happened: #why #numbers
dried up, dry up, drying up, vanished, disappeared, died, dead, dying, slow, sluggish, plummet, plummeted, crash, crashed, in decline, on the decline, collapse, collapsed, nosedive, slump, sink, sinking, fallen, worse, down since, gone down, going down, went down, stopped coming, flat: #why #numbers performance deliver
not working, doesn't work, does not work, stopped working, broken, no spend, underspending, underspend, underdelivering, underdeliver, spend its budget, spend the full, learning phase, in learning, throttled, flagged, banned, gets no, getting no, get no, barely, hardly: #why deliver shown
no leads, no clicks, no sales, no traffic, no conversions, no results, dropped, dropping, fell, tanked: #why #numbers deliver
why, not delivering, not deliver, doesn't deliver, doesn't run, won't run, not running, not serving, not showing, not spending, no impressions, no delivery, stuck, nobody sees, zero, isn't delivering, not live, what is wrong, what's wrong, troubleshoot, diagnose, issue, problem, limited, nobody see, no one sees, doesn't spend, won't spend, not shown, eligible: #why deliver shown
could we reach, can we reach, would we reach, could i reach, would it reach, we could reach, people could, how many could, how many would, how many users, how many people, forecast, projection, predict, potential: estimate reach #size
how big, how large, audience size, reach estimate, potential reach, estimate, size of, would that be: #size estimate size reach people
picture, photo, image, jpg, jpeg, png, banner, visual, graphic, pic, logo: image picture
video, clip, film, movie, spot, commercial, footage, mp4: video
upload, import, load: #upload upload
logo: asset
thumbnail, cover, still: cover picture
song, track, sound, soundtrack, audio: music
creative, artwork, copy text, wording, text of, caption, message text: creative text
wording, ad copy, ad text, copywriting, body text, headline, headlines, tagline, slogan: ad text headline
mockup, preview, look like, looks like, will look, how it looks: preview look
carousel, slideshow: carousel card creative
text ad, search ad, rsa, responsive ad: responsive search ad headline
as an ad, as ad, as ads: #create ad
as a keyword, as keyword, as keywords, as exact, as phrase, as broad: #create keyword add
as negative, as negatives, as a negative, as negative keyword, as negative keywords: #create negative keyword add
as an audience, as audience: #create audience
as asset, as an asset: #create asset
from the list, from the audience, from our list, from audience, from the custom audience, out of the list, out of the audience, to the list, to the audience, to our list, to the custom audience: #change who list audience people add remove
boost, promote, sponsor, sponsored, spark, organic, existing post: post ad
post, posts, reel: post
landing page, link to, destination, url, website link: landing page link address
call to action, cta, button, shop now, learn more: button call action
ads, advert, adverts, advertisement, advertising: ad
budget, money, spend, spending, euro, euros, dollar, dollars, bucks, usd, eur, gbp, pounds, quid, cash, a day, per day, a month, per month, a week, daily, monthly, weekly: budget
bid, bids, bidding, max cpc, cost cap: bid bidding
total, lifetime, overall budget: total lifetime
cap, ceiling, maximum spend, headroom, room, allowed to spend, spend limit, at the limit, over the limit, hit the limit, refused: spend limit cap most
kill switch, big red button, panic button, emergency stop, pull the plug, bleeding, emergency, panic, crisis, brake: stop spending all
can we target, can i target, could we target, who can we target, targetable: interest category targeting value entity #look
target, targeting, aim, aimed, reach out: targeting
audience, audiences, segment, people, crowd: audience people
retarget, retargeting, remarketing, visitors, visited, abandoners, cart abandoners, bought, buyers: audience visitor website #create
lookalike, similar people, look alike, look a like, looka like, lal, twins, twin audience, similar to: lookalike similar
customer list, customer file, crm, emails, e-mails, newsletter, contacts, contact list, first party data, subscribers, phone numbers, phone list, sync, opted out, unsubscribed, customer match: customer list people email address
target account list, account list, company list, abm, companies: company list audience member
interest, interests, hobbies, likes, are into, is into, people into, who like: interest
behaviour, behaviours, behavior, behaviors, frequent travellers, travellers, travelers, commuters: behaviour
job title, job titles, job, seniority, seniorities, skills, skill, industry, industries, function, cfo, cfos, ceo, managers, directors, engineers: targeting facet title seniority value entity member
radius, km, kilometers, kilometres, miles, nearby, local, locally, within, neighbourhood, europe, usa, uk, eu, dach, emea, apac, latam, nordics, benelux, abroad, worldwide, nationwide: location targeting
fans of, fan of, followers of, follow pages, lovers, enthusiasts, interested in, who love, who like, fans: interest
country, countries, city, cities, region, regions, state, place, places, location, locations, geo, zip, postal: location place
english, french, german, spanish, italian, dutch, portuguese, polish, speaker, speakers, speaking, multilingual: language
language, languages: language
schedule, scheduling: schedule #change
business hours, office hours, opening hours, lunch, lunchtime, midnight, daytime, during the day, 24 7, mon fri, monday to friday, monday through friday, mondays, tuesdays, fridays, saturdays, sundays, at night, overnight, o'clock, am to, to 5 pm, pm: schedule time targeting ad set ad group
evening, evenings, morning, mornings, night, nights, weekend, weekends, weekday, weekdays, hours, daypart, dayparting, from 9, time of day: schedule time targeting
mobile, desktop, tablet, phones, laptop, laptops, pc, pcs, computers, ipad, smartphone, device, devices, smartphones, android, ios, iphone, operating system: device system modifier targeting ad set ad group
age, ages, aged, years old, gender, women, men, guys, ladies, girls, boys, boomers, gen z, millennials, students, adults, male, female, year olds, teenagers, under 18, under 25, over 65, under 30, 25s, 30s, seniors, moms, dads, parents, kids, minors, young people, older people: age gender targeting ad set ad group
feed, stories, story, reels, audience network, search partners, display network, in stream, messenger, marketplace, explore: placement targeting
placement, placements, brand safety, blocklist, block list, apps, websites, sites: placement exclusion targeting
exclude, already bought, existing customers: exclusion audience
keyword, keywords, rank for, search for, brand terms, terms, exact match, phrase match, broad match, match type, exact, modified broad: keyword
appear for, found for, show for, showing for, come up for, match for, searches, search for us: negative keyword
negative, negatives, neg, bad search terms, free, irrelevant, competitor, competitors, trigger: negative keyword
word, words, phrase, search words: keyword
idea, ideas, related, inspiration, keywords like, cheaper keywords, more keywords, similar keywords: idea
keyword research, keyword ideas, search volume, volume, how often searched: keyword idea volume
quality score, quality: quality keyword
sitelink, sitelinks, callout, callouts, snippet, extension, extensions, phone number, call button: extension sitelink callout call
promotion, promo, offer, off, discount, price list, prices: promotion price extension
label, tag, mark: label
utm, utms, tracking, url parameters, suffix, tracking template, url tags: tracking parameter url utm suffix
pixel, pixels, tag on the site: pixel
purchase pixel, lead pixel, pixel on the thank, pixel on every page, tag on the, tag on our, purchase tag, conversion tag, event tag, track form, track forms, track clicks, track purchases, track sales, track sign ups, track form submissions: tag conversion fire #create
not firing, not fire, doesn't fire, does not fire, won't fire, isn't firing, never fires, never fire, stopped firing, tag is dead: tag fire #why
should fire, must fire, also fire, fire on, fire only, only fire, only fires: tag trigger fire #change
what fires, fires them, fires what, fires which, when does it fire: container tag trigger what fires #look
tag release, container release, tag version, container version, container back, container live, gtm version, website version: container version live roll back
would go out, go out with, goes out with, goes live with, before it goes live, before we publish, before publishing, test the draft, try the draft: draft preview version compile #look
throw away my change, throw away my changes, discard, revert my, take back my: revert draft object change #remove
api keys, secrets, duplicate tags, double tags, messy, clean up, cleanup, unused, orphaned: audit container duplicate unused #look
conversion, conversions, goal, goals, purchase, purchases: conversion
purchase events, this sale, the sales from, offline sales, offline conversions, offline conversion, as conversions, crm deals, closed deals, deal closed, conversions api, capi, server events, became a customer, became customers, turned into a customer, turned into customers, is a customer now, has bought, just bought, bought for, bought something, tell the platforms, let the platforms know, let google know, let facebook know, let meta know, feed back: send conversion #create
were refused, got refused, was refused, already sent, were sent, was sent, did arrive, arrived, arrive: sent conversion ledger #look
can we send, do we send, event source, event sources, dataset, datasets, event set, event sets: conversion destination #look
match quality, match rate, matched, well matched, event quality, events quality: conversion quality #look
leads, prospects, enquiries, inquiries, contact requests, filled in our forms, filled in, filled out, wants to be called, signed up through: lead #look
refund, refunded, returned the order, returned it, cancelled order, order was cancelled, chargeback: adjust conversion #change
lead form, lead gen form, lead gen, instant form, form, forms: lead form
inmail, inmails, message ad, dm, direct message, sponsored message: message ad
document, pdf, whitepaper, ebook, brochure: document pdf
page, pages, company page, fan page: page organization
handle, handles, username: identity page
profile, profiles, identity, post as, speak as: identity
catalog, catalogue, product feed, products, product sets, dynamic product: product catalogue set
token, access token, login, credentials, expire: token
error, error code, code means, fails with, says: error code
balance, funds, credit left, money left, wallet, prepaid: balance advertiser
account, accounts, ad account, ad accounts, mcc, manager account: account
client, clients, workspace, workspaces: workspace
currency: currency account
improve, improvement, improvements, optimise, optimize, optimization, optimisation, opportunity, opportunities, optimization score, should we improve, should we change, should we do: recommendation
recommend, recommendation, recommendations, suggestion, suggestions, suggest, suggests, advice, tips: recommendation idea
ignore, dismiss, decline, skip: dismiss aside
accept, take the, follow the: apply
what should i bid, suggested bid, bid range, how much should: recommendation suggestion bid limit
shared budget, share one budget, share, sharing: shared budget share
portfolio, bid strategy, bidding strategy, target cpa, target roas, tcpa, troas: bidding strategy target portfolio
pmax, performance max, p max: performance max asset group
query language, gaql, raw data, sql, custom query: query
who been, who has been, who is behind, who's behind, who is responsible, whose idea, whose fault, edits, modifications, activity log, log of: change history #look #history
history, who was it, who did, who made, somebody changed, someone changed, somebody, someone, who changed, who touched, who edited, changelog, change log, what changed, what happened, edited, changed what, audit: change history #look #history
undo, restore, accidentally, by accident, by mistake, roll back, rollback, revert, take back, oops, go back, reverse, mistake: undo change back
say yes, said yes, says yes, ok it, okay it, green light, greenlight, would change, would that change, will change, about to change, before it happens: plan preview change person agree
approve, approval, approved, sign off, signed off, boss, waiting, waits, decision, undecided, pending, agree, permission: plan wait person agree decide
go ahead, go for it, proceed, carry out, planned change, do it, confirm, apply it, execute: apply plan make previewed
decline the, reject, turn down, cancel, withdraw, forget, scrap, abandon: withdraw plan close
preview, plan, proposal, proposed, draft change: plan preview
every monday, every tuesday, every wednesday, every thursday, every friday, every week, each week, every morning, every month, each month, every first, each monday, weekly report, monthly report, daily report, weekly mail, monthly mail, daily mail, weekly summary, monthly summary, by mail, by email, email me, mail me, mail the, in my inbox, my inbox, performance mail, a report each week: schedule report send again #create
recap by email, report by email, numbers by email, summary by email, automate the, reporting automatically, get a recap by email: schedule report send again #create
regularly, reports regularly, sending regularly, sent regularly: schedule scheduled report list #look
schedule a, schedule this, schedule it, schedule a budget, this change on, make this change on, change on december, change on january: schedule change later hour #change
recurring, recurring reports, automatic report, automatic reports, regular reports, reports go out, report come, scheduled reports, next weekly report: schedule scheduled report list #look
stop mailing, stop emailing, stop sending me, no more mails, no more reports, monday mails, weekly report mail, unsubscribe: delete schedule scheduled report #remove
^back to normal, ^back to before, at midnight, tonight at midnight, tonight at, tomorrow at, tomorrow morning, later today, on friday at, on monday at, on saturday at, on sunday at, on the 27th, at noon, 6 pm, o'clock, then back, then back to normal, next monday at: schedule change later hour #change
lined up, going to happen, still going to happen, happen later, midnight change, scheduled changes: scheduled change list #look
call off, call off the change, after all, don't do the, cancel the scheduled, cancel the change: cancel scheduled change #change
spreadsheet, sheet, sheets, excel, xlsx, csv, workbook, tab, tabs, column, columns, cells, rows: spreadsheet sheet tab cell
start date, starting date, start time, end date, end time, flight, flight dates, run from, run until, run till: schedule start end date time
ended, ends, ending, end, expire on, finish, until: end schedule date
rejected, disapproved, review, refused: review status
processing, finished processing, ready, encoded: process ready
running, live, active, paused, on at the moment: status active
hashtag, hashtags, trend, trends: hashtag
a b test, ab test, split test, experiment: duplicate creative #copy
test, rules, judge, work best, works best, winner, winning: compare best
`;

/** Where a clause begins, among terms. */
export const BREAK = ';';

/** What a word or phrase stands for besides itself. */
export interface Meaning {
  /** Its terms, with a blank before and after each. */
  said: string;
  terms: readonly string[];
  deeds: readonly Deed[];
}

/** The table by what is said, long phrases first: `ad copy` is no copy of an ad. */
export function meanings(): Meaning[] {
  const lines = TABLE.trim()
    .split('\n')
    .map((line) => line.split(':'));
  const pairs = lines.flatMap(([said = '', means = '']) => said.split(',').map((one) => [phrase(one), means] as const));
  return [...Map.groupBy(pairs, ([said]) => said)]
    .map(([said, means]) => meaningOf(said, means.map(([, one]) => one).join(' ')))
    .sort((a, b) => b.said.length - a.said.length);
}

function meaningOf(said: string, means: string): Meaning {
  const deeds = [...means.matchAll(/#(\w+)/g)].map(([, deed]) => deed as Deed);
  return { said, terms: [...new Set(termsOf(means.replaceAll(/#\w+/g, '')))], deeds };
}

export function phrase(text: string): string {
  return ` ${text.trim().startsWith('^') ? `${BREAK} ` : ''}${termsOf(text).join(' ')} `;
}
