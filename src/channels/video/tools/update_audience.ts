import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, text } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne, needs, notBoth } from '../../../tools/rules.ts';
import { reportUnusable, unusableReport } from '../../../tools/unusable-people.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import {
  Audience,
  audienceOf,
  CUSTOMER_FILE,
  existingAudience,
  findAudience,
  PEOPLE_MIN,
} from '../resources/audience.ts';
import { hashesOf, identifierOf, peopleFields, uploadPeople } from '../resources/customer-list.ts';
import type { Audience as Wire } from '../wire.ts';

const ACTIONS = { add: 'APPEND', remove: 'REMOVE', replace: 'REPLACE' } as const;

const input = z.strictObject({
  audience_id: Id.describe('From list_audiences'),
  name: text(128).optional().describe('New name'),
  action: z
    .enum(Object.keys(ACTIONS) as [keyof typeof ACTIONS])
    .optional()
    .describe('What to do with emails or phones'),
  ...peopleFields,
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_audience',
  title: 'Update an audience',
  description:
    'Rename an audience made of customers, or add, remove or replace its people (hashed here; they never leave readable). It is matched anew then, for up to 48 hours, and must keep 1,000 people.',
  toolset: 'audiences',
  access: 'write',
  repeat: 'safe',
  personal: ['emails', 'phones'],
  input,
  aliases: { action: { argument: 'action', values: { ADD: 'add', REMOVE: 'remove', REPLACE: 'replace' } } },
  output: z.object({ audience: Audience, ...writeReport, ...unusableReport }),
  rules: (args) => [
    ...atLeastOne(args, ['name', 'emails', 'phones']),
    ...notBoth(args, 'emails', 'phones'),
    ...needs(args, 'emails', 'action'),
    ...needs(args, 'phones', 'action'),
    ...(args.action !== undefined && (args.emails ?? args.phones) === undefined
      ? [{ field: 'emails', message: 'emails or phones is required with action' }]
      : []),
  ],
  look: ({ audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [audience_id] } }),
  async run(args, { client, account }) {
    const { audience_id, name, action } = args;
    const held = await existingAudience(client, account, audience_id);
    const { known, unusable } = await hashesOf(args);
    const problems = heldProblems(args, held, known.length);
    if (problems.length > 0) throw invalidArguments(problems);
    const people = action && {
      action: ACTIONS[action],
      file_paths: [await uploadPeople(client, account, identifierOf(args), known)],
    };
    const body = { custom_audience_id: audience_id, custom_audience_name: name, ...people };
    const { after, report } = await changeAndReadBack({
      done: `The audience ${audience_id} was changed`,
      before: asArguments(held),
      wanted: { name, people: action && BEING_MATCHED },
      send: () => client.change('dmp/custom_audience/update', body, z.unknown(), account),
      read: async () => {
        const found = await findAudience(client, account, audience_id);
        return found && asArguments(found);
      },
    });
    return { audience: after.audience, ...report, ...reportUnusable(unusable) };
  },
});

const BEING_MATCHED = 'being matched';

/** The platform never lists members. A new match run is the only sign that it accepted them. */
function asArguments(wire: Wire) {
  const audience = audienceOf(wire);
  return { audience, name: audience.name, people: wire.is_valid ? 'matched' : BEING_MATCHED };
}

/** Refusals that depend on the audience: the platform only says that it is not editable. */
function heldProblems(args: Arguments, held: Wire, count: number): Problem[] {
  const refuse = (field: string, message: string): Problem[] => [{ field, message }];
  if (held.audience_type !== CUSTOMER_FILE)
    return refuse('audience_id', `is a ${held.audience_type}; only a ${CUSTOMER_FILE} can be changed`);
  if (!held.is_valid) return refuse('audience_id', 'is still being matched, for up to 48 hours; change it after that');
  const people = args.emails ?? args.phones;
  const field = args.emails ? 'emails' : 'phones';
  if (people && held.calculate_type !== identifierOf(args))
    return refuse(field, `does not fit: the people of this audience are named by ${held.calculate_type}`);
  if (people && args.action === 'replace' && count < PEOPLE_MIN)
    return refuse(field, `must name at least ${PEOPLE_MIN} people with action replace; the platform matches only some`);
  return [];
}
