/** Built-in variables: the type that calls take, and the name that references take. */
const TABLE = `
pageUrl Page URL
pageHostname Page Hostname
pagePath Page Path
referrer Referrer
event Event
clickElement Click Element
clickClasses Click Classes
clickId Click ID
clickTarget Click Target
clickUrl Click URL
clickText Click Text
formElement Form Element
formClasses Form Classes
formId Form ID
formTarget Form Target
formUrl Form URL
formText Form Text
errorMessage Error Message
errorUrl Error URL
errorLine Error Line
newHistoryUrl New History URL
oldHistoryUrl Old History URL
newHistoryFragment New History Fragment
oldHistoryFragment Old History Fragment
newHistoryState New History State
oldHistoryState Old History State
historySource History Source
containerVersion Container Version
debugMode Debug Mode
randomNumber Random Number
containerId Container ID
htmlId HTML ID
environmentName Environment Name
videoProvider Video Provider
videoUrl Video URL
videoTitle Video Title
videoDuration Video Duration
videoPercent Video Percent
videoVisible Video Visible
videoStatus Video Status
videoCurrentTime Video Current Time
scrollDepthThreshold Scroll Depth Threshold
scrollDepthUnits Scroll Depth Units
scrollDepthDirection Scroll Direction
elementVisibilityRatio Percent Visible
elementVisibilityTime On-Screen Duration
elementVisibilityFirstTime First On-Screen Time
elementVisibilityRecentTime Recent On-Screen Time
analyticsClientId Analytics Client ID
analyticsSessionId Analytics Session ID
analyticsSessionNumber Analytics Session Number
requestPath Request Path
requestMethod Request Method
clientName Client Name
queryString Query String
serverPageLocationUrl Page Location URL
serverPageLocationPath Page Location Path
serverPageLocationHostname Page Location Hostname
visitorRegion Visitor Region
firstPartyServingUrl First Party Serving URL`;

export const BUILT_INS: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const gap = line.indexOf(' ');
      return [line.slice(0, gap), line.slice(gap + 1)];
    }),
);

export const BUILT_IN_NAMES: ReadonlySet<string> = new Set(BUILT_INS.values());

/** Triggers that every web container has without listing them. */
export const BUILT_IN_TRIGGERS: ReadonlySet<string> = new Set(['2147479553', '2147479573', '2147479572']);
