import { z } from 'zod';

/** Replies of the platform, limited to the fields we read. 64-bit numbers come as text; empty fields are left out. */
export const AccessibleCustomers = z.object({ resourceNames: z.array(z.string()).default([]) });

/** A search reply without its rows. */
export const SearchEnvelope = z.object({
  nextPageToken: z.string().optional(),
  summaryRow: z.object({ metrics: z.record(z.string(), z.unknown()).default({}) }).optional(),
});

/** A page parsed at once, for queries with few rows; `results` stay unknown until each row is checked. */
export const SearchReply = SearchEnvelope.extend({ results: z.array(z.unknown()).default([]) });

const AdsError = z.object({
  errorCode: z.record(z.string(), z.string()).default({}),
  message: z.string().default(''),
  location: z
    .object({
      fieldPathElements: z.array(z.object({ fieldName: z.string(), index: z.number().optional() })).default([]),
    })
    .optional(),
  details: z
    .object({
      quotaErrorDetails: z.object({ retryDelay: z.string().optional() }).optional(),
      policyFindingDetails: z
        .object({ policyTopicEntries: z.array(z.object({ topic: z.string().default('') })).default([]) })
        .optional(),
    })
    .optional(),
});
export type AdsError = z.infer<typeof AdsError>;

/** Entries of `details` differ: Ads errors carry `errors`, Google's front end carries `reason` or `fieldViolations`. */
const Detail = z.object({
  '@type': z.string().default(''),
  errors: z.array(AdsError).default([]),
  requestId: z.string().optional(),
  reason: z.string().optional(),
  fieldViolations: z
    .array(z.object({ field: z.string(), description: z.string().default(''), reason: z.string().optional() }))
    .default([]),
});

const Status = z.object({
  code: z.number(),
  message: z.string().default(''),
  status: z.string().default(''),
  details: z.array(Detail).default([]),
});

export const ErrorReply = z.object({ error: Status });
export type ErrorReply = z.infer<typeof ErrorReply>;

/** A reply to a change with `partialFailure`: some operations may have failed while the others were made. */
export const PartialFailure = z.object({ partialFailureError: Status.optional() });

/** A request with events that was taken; what becomes of them is told hours later. */
export const IngestReply = z.object({ requestId: z.string() });

const IngestStatus = z.object({
  requestStatus: z.string().default('PROCESSING'),
  errorInfo: z
    .object({ errorCounts: z.array(z.object({ recordCount: z.string(), reason: z.string() })).default([]) })
    .optional(),
  eventsIngestionStatus: z.object({ recordCount: z.string().default('0') }).default({ recordCount: '0' }),
});
export type IngestStatus = z.infer<typeof IngestStatus>;
export const IngestStatuses = z.object({ requestStatusPerDestination: z.array(IngestStatus).default([]) });

/** One entry for each operation: its resource name under a key of its kind, or nothing where it failed. */
export const MutateReply = PartialFailure.extend({
  mutateOperationResponses: z
    .array(z.record(z.string(), z.object({ resourceName: z.string().optional() })))
    .default([]),
});

const Volume = z.object({ year: z.string(), month: z.string(), monthlySearches: z.string().optional() });

export type KeywordIdeas = z.infer<typeof KeywordIdeas>;
export const KeywordIdeas = z.object({
  nextPageToken: z.string().optional(),
  results: z
    .array(
      z.object({
        text: z.string().default(''),
        keywordIdeaMetrics: z
          .object({
            avgMonthlySearches: z.string().optional(),
            competition: z.string().optional(),
            competitionIndex: z.string().optional(),
            lowTopOfPageBidMicros: z.string().optional(),
            highTopOfPageBidMicros: z.string().optional(),
            monthlySearchVolumes: z.array(Volume).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
});

const GeoTarget = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  countryCode: z.string().optional(),
  targetType: z.string().optional(),
  status: z.string().optional(),
  canonicalName: z.string().optional(),
});

export type LocationSuggestions = z.infer<typeof LocationSuggestions>;
export const LocationSuggestions = z.object({
  geoTargetConstantSuggestions: z
    .array(
      z.object({
        reach: z.string().optional(),
        geoTargetConstant: GeoTarget.optional(),
        geoTargetConstantParents: z.array(GeoTarget).default([]),
      }),
    )
    .default([]),
});
