import { z } from 'zod';
import type { Missing } from '../../../reports/missing-sources.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { audited } from '../delivery/checks/audit.ts';
import { readForCheck } from '../delivery/checks/checked-contents.ts';
import { connectedAccounts } from '../delivery/checks/connected-accounts.ts';
import { type AuditFinding, FindingOutput, SEVERITIES } from '../delivery/checks/finding.ts';
import { firstCall, handed, type Workplace, workplaceOf } from '../delivery/checks/mending-calls.ts';
import { ContainerId, placeOf } from '../resources/containers/container.ts';

export default defineTool(channel, {
  name: 'audit_container',
  title: 'What is wrong with a container?',
  description:
    'Finds duplicates, tags that never fire, missing consent, unused triggers and variables, secrets, custom HTML, conversions whose ids no connected account has or that no tag sends; each with the call that mends it.',
  toolset: 'checks',
  access: 'read',
  repeat: 'safe',
  scopes: ['tagmanager.readonly'],
  input: z.strictObject({
    container_id: ContainerId,
    tag_workspace_id: Id.optional().describe('Draft, instead of the live version'),
    version_id: Id.optional().describe('Instead of the live one'),
    severity: z.enum(SEVERITIES).optional().describe('Only these'),
    ...listArguments(200),
  }),
  output: z.object({
    read: z.looseObject({}).describe('Which version or draft'),
    counts: z.looseObject({}).describe('By severity'),
    before_mending: z.looseObject({}).optional().describe('Call to make before any mend'),
    findings: z.array(FindingOutput).describe('The worst first'),
    missing: z.array(z.looseObject({})).optional().describe('Channels whose accounts could not be compared'),
    notes: z.array(z.string()),
    ...nextCursor,
  }),
  rules: (args) => notBoth(args, 'version_id', 'tag_workspace_id'),
  async run({ limit, cursor, severity, ...asked }, context) {
    const { client, signal } = context;
    const place = await placeOf(asked.container_id, context);
    const notes: string[] = [];
    let answer: {
      read: Record<string, unknown>;
      counts: ReturnType<typeof countsOf>;
      missing?: Missing[];
      workplace?: Workplace;
    };
    const page = await collectHeld({ limit, cursor, scope: { path: place.path, severity, ...asked } }, async () => {
      const { contents, read, isServer } = await readForCheck(client, place, asked);
      const { connected, missing } = await connectedAccounts(context);
      const { findings, unsure } = await audited(contents, { now: context.now(), isServer, connected, signal });
      notes.push(
        ...unsure.map(
          (name) =>
            `Whether every conversion of ${name} has its tag was not checked: a variable decides what a tag sends there.`,
        ),
      );
      const needsDraft = asked.version_id === undefined && findings.some(({ mend }) => typeof mend !== 'string');
      const workplace = needsDraft ? await workplaceOf(client, place, asked.tag_workspace_id) : undefined;
      answer = {
        read,
        counts: countsOf(findings),
        ...(missing.length > 0 && { missing }),
        ...(workplace && { workplace }),
      };
      return severity ? findings.filter((one) => one.severity === severity) : findings;
    });
    const { workplace, ...told } = answer!;
    return {
      ...told,
      ...(workplace?.first && {
        before_mending: firstCall(workplace.first),
      }),
      findings: page.items.map((finding) => shownFinding(finding, workplace)),
      notes,
      ...(page.next_cursor && { next_cursor: page.next_cursor }),
    };
  },
});

function countsOf(findings: readonly AuditFinding[]) {
  const of = (severity: AuditFinding['severity']) => findings.filter((one) => one.severity === severity).length;
  return { high: of('high'), medium: of('medium'), low: of('low') };
}

const OLD_VERSION = 'A version cannot be changed: audit a draft, or the live version, for calls that mend.';

function shownFinding({ severity, kind, what, objects, mend }: AuditFinding, workplace: Workplace | undefined) {
  const shown = { severity, kind, what, objects: objects.map((one) => ({ ...one })) };
  if (typeof mend === 'string') return { ...shown, why_no_mend: mend };
  return workplace ? { ...shown, mend: handed(mend, workplace) } : { ...shown, why_no_mend: OLD_VERSION };
}
