import { z } from 'zod';
import { forgetPerson, leadsIn, personOfLead } from '../leads.ts';
import { Email, Id } from '../shapes.ts';
import { inWorkspace, router } from './procedure.ts';

const Lead = z.object({
  channel: z.string(),
  account: z.string(),
  id: z.string(),
  submittedAt: z.string(),
  formId: z.string(),
  /** Its name, where the platform tells it. */
  form: z.string().nullable(),
  campaignId: z.string().nullable(),
  isTest: z.boolean(),
  /** Fields that were answered. */
  filled: z.number(),
  /** The event that the platforms were last told of it; null: none. */
  stage: z.string().nullable(),
});

/** Leads from forms. A list never holds what people wrote: that takes an owner, one person at a time, and a reason. */
export const leads = router({
  list: inWorkspace('viewer')
    .output(
      z.object({
        leads: z.array(Lead),
        more: z.boolean(),
        missing: z.array(z.object({ channel: z.string(), reason: z.string() })),
      }),
    )
    .query(({ ctx }) => leadsIn(ctx)),
  /** On record with its reason. A mutation, so that nothing keeps the answer or the address. */
  show: inWorkspace('owner')
    .input(z.object({ channel: z.string().max(40), leadId: Id, reason: z.string().trim().min(5).max(300) }))
    .output(
      z.object({
        answers: z.array(z.object({ field: z.string(), values: z.array(z.string()) })),
        consents: z.array(z.object({ text: z.string(), given: z.boolean() })),
      }),
    )
    .mutation(({ ctx, input }) => personOfLead(ctx, input)),
  forget: inWorkspace('owner')
    .input(z.object({ email: Email }))
    .output(z.object({ erased: z.array(z.object({ channel: z.string(), leadId: z.string() })) }))
    .mutation(({ ctx, input: { email } }) => forgetPerson(ctx, email)),
});
