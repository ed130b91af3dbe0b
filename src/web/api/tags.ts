import { z } from 'zod';
import { Id } from '../shapes.ts';
import { accountsIn, auditOf, changesIn, containersIn, contentsOf, draftsIn } from '../tags.ts';
import { inWorkspace, router } from './procedure.ts';

const Container = z.object({
  id: z.string(),
  /** `GTM-…`, as on the website. */
  publicId: z.string(),
  name: z.string(),
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
  /** Variables that it refers to. */
  uses: z.array(z.string()),
  folder: z.string().nullable(),
  notes: z.string().nullable(),
};

const Version = z.object({ id: z.string(), name: z.string().nullable(), at: z.string().nullable() });

const Field = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });

const Change = z.object({
  change: z.enum(['added', 'updated', 'deleted']),
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  words: z.string(),
  fields: z.array(Field),
});

const inContainer = inWorkspace('viewer').input(
  z.object({ container: z.string().min(1).max(40), account: Id.optional() }),
);

/** Tag management, read by the agents' own tools. Changes are sent by `tools.run`, in the person's name. */
export const tags = router({
  /** The containers of one account, left out: of the configured one. One request. */
  containers: inWorkspace('viewer')
    .input(z.object({ account: Id.optional() }))
    .output(z.object({ containers: z.array(Container) }))
    .query(({ ctx, input: { account } }) => containersIn(ctx, account)),
  accounts: inWorkspace('viewer')
    .output(z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string() })) }))
    .query(({ ctx }) => accountsIn(ctx)),
  /** What visitors get: the whole live version, in one request. */
  container: inContainer
    .output(
      z.object({
        container: Container,
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
        triggers: z.array(z.object({ ...Thing, when: z.string() })),
        variables: z.array(z.object(Thing)),
        /** Objects that did not fit into the answer. */
        left: z.string().nullable(),
      }),
    )
    .query(({ ctx, input }) => contentsOf(ctx, input)),
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
        /** Its name. */
        draft: z.string(),
        changes: z.array(Change),
        conflicts: z.array(
          z.object({ kind: z.string(), id: z.string(), name: z.string(), fields: z.array(Field), words: z.string() }),
        ),
        notes: z.array(z.string()),
      }),
    )
    .query(({ ctx, input }) => changesIn(ctx, input, input.draft)),
  audit: inContainer
    .output(
      z.object({
        findings: z.array(
          z.object({
            severity: z.string(),
            kind: z.string(),
            what: z.string(),
            objects: z.array(z.string()),
            mend: z
              .object({ channel: z.string(), tool: z.string(), arguments: z.record(z.string(), z.unknown()) })
              .nullable(),
          }),
        ),
        notes: z.array(z.string()),
      }),
    )
    .query(({ ctx, input }) => auditOf(ctx, input)),
});
