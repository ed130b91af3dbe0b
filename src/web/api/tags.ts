import { z } from 'zod';
import { Id } from '../shapes.ts';
import { accountsIn, auditOf, changesIn, containersIn, contentsOf, draftsIn, wholeSettings } from '../tags.ts';
import { inWorkspace, router } from './procedure.ts';

const Container = z.object({
  id: z.string(),
  /** `GTM-…`, as on the website. */
  publicId: z.string(),
  name: z.string(),
  account: z.string(),
  /** `web`, `server`, …; several with a comma between. */
  kind: z.string(),
  domains: z.array(z.string()),
  /** Its page at the platform. */
  url: z.string().nullable(),
});

const Setting = z.object({ name: z.string(), value: z.unknown() });

const Thing = {
  id: z.string(),
  name: z.string(),
  type: z.string(),
  /** The type in words, where it is known. */
  kind: z.string(),
  settings: z.array(Setting),
  /** Names of settings that are shown in part. */
  shortened: z.array(z.string()),
  folder: z.string().nullable(),
  notes: z.string().nullable(),
};

const Version = z.object({ id: z.string(), name: z.string().nullable(), notes: z.string().nullable() });

const Field = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });

const Change = z.object({
  change: z.enum(['added', 'updated', 'deleted']),
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  words: z.string(),
  /** Made in this draft; otherwise saved before it and not published. */
  isOwn: z.boolean(),
  fields: z.array(Field),
});

const ReadyCall = z.object({ channel: z.string(), tool: z.string(), arguments: z.record(z.string(), z.unknown()) });

const inContainer = inWorkspace('viewer').input(
  z.object({ container: z.string().min(1).max(40), account: Id.optional() }),
);

/** Tag management, read by the agents' own tools. Changes are sent by `tools.run`, in the person's name. */
export const tags = router({
  /** The containers of one account, left out: of the configured one; or the one that a `GTM-…` names. One request. */
  containers: inWorkspace('viewer')
    .input(z.object({ account: Id.optional(), publicId: z.string().max(40).optional() }))
    .output(z.object({ containers: z.array(Container) }))
    .query(({ ctx, input: { account, publicId } }) => containersIn(ctx, account, publicId)),
  accounts: inWorkspace('viewer')
    .output(z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string() })) }))
    .query(({ ctx }) => accountsIn(ctx)),
  /** What visitors get: the whole live version, in one request. */
  container: inContainer
    .output(
      z.object({
        /** Null: nothing was ever published. */
        live: Version.nullable(),
        /** The newest version, where it is another than the live one. */
        saved: Version.nullable(),
        tags: z.array(
          z.object({
            ...Thing,
            paused: z.boolean(),
            firesOn: z.array(z.string()),
            blockedBy: z.array(z.string()),
            consent: z.object({ status: z.string(), types: z.array(z.string()) }),
          }),
        ),
        triggers: z.array(z.object({ ...Thing, when: z.string(), usedBy: z.array(z.string()) })),
        variables: z.array(z.object({ ...Thing, usedBy: z.array(z.string()) })),
        /** It holds more than one answer does. */
        isCut: z.boolean(),
      }),
    )
    .query(({ ctx, input }) => contentsOf(ctx, input)),
  /** The settings of one object in full. */
  whole: inContainer
    .input(z.object({ kind: z.enum(['tag', 'trigger', 'variable']), id: Id }))
    .output(z.object({ settings: z.array(Setting) }))
    .query(({ ctx, input }) => wholeSettings(ctx, input, input.kind, input.id)),
  drafts: inContainer
    .output(
      z.object({
        drafts: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            /** Agents' changes go here when they name no draft. */
            isOurs: z.boolean(),
            description: z.string().nullable(),
          }),
        ),
      }),
    )
    .query(({ ctx, input }) => draftsIn(ctx, input)),
  /** What a draft would change in what is live, and where it meets somebody else's change. */
  changes: inContainer
    .input(z.object({ draft: Id }))
    .output(
      z.object({
        changes: z.array(Change),
        conflicts: z.array(
          z.object({
            kind: z.string(),
            id: z.string(),
            name: z.string(),
            /** What each side did to it. */
            inDraft: z.string(),
            inVersion: z.string(),
            /** From the draft to the version. */
            fields: z.array(Field),
          }),
        ),
        notes: z.array(z.string()),
        isCut: z.boolean(),
      }),
    )
    .query(({ ctx, input }) => changesIn(ctx, input, input.draft)),
  audit: inContainer
    .output(
      z.object({
        /** To be made before any of them is mended. */
        before: ReadyCall.nullable(),
        findings: z.array(
          z.object({
            severity: z.string(),
            kind: z.string(),
            what: z.string(),
            objects: z.array(z.string()),
            mend: ReadyCall.nullable(),
            whyNoMend: z.string().nullable(),
          }),
        ),
        notes: z.array(z.string()),
      }),
    )
    .query(({ ctx, input }) => auditOf(ctx, input)),
});
