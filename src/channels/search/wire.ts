import { z } from 'zod';

/** What the platform returns, as far as we read it. 64-bit numbers come as text; what is empty is left out. */
export const AccessibleCustomers = z.object({ resourceNames: z.array(z.string()).default([]) });

const Customer = z.object({
  resourceName: z.string(),
  id: z.string().optional(),
  descriptiveName: z.string().optional(),
  currencyCode: z.string().optional(),
  timeZone: z.string().optional(),
  status: z.string().optional(),
  manager: z.boolean().optional(),
  testAccount: z.boolean().optional(),
});

export const Row = z.object({ customer: Customer.optional() });
export type Row = z.infer<typeof Row>;

export const SearchPage = z.object({
  results: z.array(Row).default([]),
  nextPageToken: z.string().optional(),
});

const AdsError = z.object({
  errorCode: z.record(z.string(), z.string()).default({}),
  message: z.string().default(''),
  location: z
    .object({ fieldPathElements: z.array(z.object({ fieldName: z.string(), index: z.number().optional() })) })
    .optional(),
  details: z.object({ quotaErrorDetails: z.object({ retryDelay: z.string().optional() }).optional() }).optional(),
});

/** The details of an error are not always the platform's own kind: the front end has words of its own. */
const Detail = z.object({
  '@type': z.string().default(''),
  errors: z.array(AdsError).default([]),
  requestId: z.string().optional(),
  reason: z.string().optional(),
});

export const ErrorReply = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().default(''),
    status: z.string().default(''),
    details: z.array(Detail).default([]),
  }),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

export const TokenReply = z.object({ access_token: z.string(), expires_in: z.number() });
export const TokenError = z.object({ error: z.string(), error_description: z.string().default('') });
