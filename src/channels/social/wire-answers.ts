import { z } from 'zod';

/** What the platform's answers are wrapped in: lists, new ids, uploads, tokens, errors. */
const Names = z.array(z.string());
const Numeric = z.union([z.string(), z.number()]).transform(Number);

export const ListReply = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string().optional() }).optional() })
    .optional(),
});

export const Created = z.object({ id: z.string() });
/** Which of the three ids there is depends on what was copied. */
export const Copied = z
  .object({
    copied_campaign_id: z.string().optional(),
    copied_adset_id: z.string().optional(),
    copied_ad_id: z.string().optional(),
    ad_object_ids: z.array(z.object({ source_id: z.string(), copied_id: z.string() })).optional(),
  })
  .refine((made) => made.copied_campaign_id ?? made.copied_adset_id ?? made.copied_ad_id);
export const PeopleChanged = z.object({ num_received: Numeric, num_invalid_entries: Numeric.default(0) });
export const Previews = z.object({ data: z.array(z.object({ body: z.string() })) });
export const ReportStarted = z.object({ report_run_id: z.string() });
export const UploadedImages = z.object({
  images: z.record(
    z.string(),
    z.object({
      hash: z.string(),
      name: z.string().optional(),
      width: Numeric.optional(),
      height: Numeric.optional(),
      url: z.string().optional(),
    }),
  ),
});

export const IssuedToken = z.object({ access_token: z.string(), expires_in: z.number().optional() });
export type IssuedToken = z.infer<typeof IssuedToken>;

export const TokenDebug = z.object({
  data: z.object({
    app_id: z.string().optional(),
    type: z.string().optional(),
    expires_at: z.number().optional(),
    data_access_expires_at: z.number().optional(),
    issued_at: z.number().optional(),
    is_valid: z.boolean(),
    scopes: Names.default([]),
    user_id: z.string().optional(),
    error: z.object({ code: z.number(), subcode: z.number().optional(), message: z.string().optional() }).optional(),
  }),
});
export type TokenFacts = z.infer<typeof TokenDebug>['data'];

/** `error_data` is an object, or the same as JSON text. */
const ErrorData = z.preprocess(
  (value) => (typeof value === 'string' ? parsedOrNothing(value) : value),
  z.object({ blame_field_specs: z.array(z.array(z.union([z.string(), z.number()]))).optional() }).optional(),
);

const PlatformError = z.object({
  message: z.string().default(''),
  code: z.number(),
  error_subcode: z.number().optional(),
  is_transient: z.boolean().optional(),
  error_user_title: z.string().optional(),
  error_user_msg: z.string().optional(),
  error_data: ErrorData.optional().catch(undefined),
  fbtrace_id: z.string().optional(),
});
export type PlatformError = z.infer<typeof PlatformError>;
export const ErrorReply = z.object({ error: PlatformError });

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
