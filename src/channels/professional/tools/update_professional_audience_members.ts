import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import { hashedAddress, ListShown, listOf, MEMBERS_MAX, readList, SETTLE_MS } from '../lists.ts';
import { existing } from '../resources/campaign-group.ts';

const Members = z.array(z.string().trim().min(3).max(320)).min(1).max(MEMBERS_MAX);
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

const input = z.strictObject({
  audience_id: Id.describe('From create_professional_audience, or list_id of list_professional_audiences'),
  add: Members.optional().describe('E-mail addresses, or domains for a list of companies'),
  remove: Members.optional().describe('The same, to be taken out'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_professional_audience_members',
  title: 'Change who is in an audience list',
  description: `Adds and removes people or companies of a list, up to ${MEMBERS_MAX} each a call. Addresses are hashed here, never leave readable and are not kept. The platform matches them within two days.`,
  toolset: 'audiences',
  access: 'write',
  repeat: 'safe',
  personal: ['add', 'remove'],
  input,
  output: z.object({
    audience: ListShown,
    sent: z.object({ add: z.number(), remove: z.number() }),
    refused: z.array(z.looseObject({ argument: z.string(), position: z.number() })).describe('With the error of each'),
  }),
  rules: (args) => atLeastOne(args, ['add', 'remove']),
  look: () => ({ tool: 'list_professional_audiences', arguments: {} }),
  async run(args, { client, account, signal }) {
    const read = () => readList(client, account, args.audience_id);
    const before = await existing(read(), 'audience_id', 'list of people or companies', 'list_professional_audiences');
    const people = before.type === 'USER';
    refuseStrangers(args, people);
    const fresh = SETTLE_MS - (client.session.platformNow() - (before.created ?? 0));
    if (fresh > 0) await delay(fresh, undefined, { signal });
    const wanted = wantedIn(args);
    const path = pathOf`/dmpSegments/${args.audience_id}/${people ? 'users' : 'companies'}`;
    const answers = await client.createEach(
      path,
      wanted.map(({ action, member }) => ({
        action,
        ...(people
          ? { userIds: [{ idType: 'SHA256_EMAIL', idValue: hashedAddress(member) }] }
          : { companyWebsiteDomain: member.toLowerCase() }),
      })),
      account,
    );
    const after = await readBack(`${wanted.length} members were sent`, read);
    return {
      audience: listOf(after),
      sent: { add: args.add?.length ?? 0, remove: args.remove?.length ?? 0 },
      refused: wanted.flatMap(({ argument, position }, at) => {
        const answer = answers[at];
        if (!(answer instanceof Failure)) return [];
        const { code, message } = answer.details;
        return [{ argument, position, error: { code, message } }];
      }),
    };
  },
});

function wantedIn(args: Arguments) {
  return (['add', 'remove'] as const).flatMap((argument) =>
    (args[argument] ?? []).map((member, position) => ({
      argument,
      position,
      member,
      action: argument.toUpperCase(),
    })),
  );
}

function refuseStrangers(args: Arguments, people: boolean): void {
  const [shape, what] = people ? [ADDRESS, 'an e-mail address'] : [DOMAIN, 'a domain such as acme.example'];
  const wrong = wantedIn(args).filter(({ member }) => !shape.test(member.replace(/\s+/g, '')));
  if (wrong.length === 0) return;
  throw invalidArguments(
    wrong.slice(0, 5).map(({ argument, position }) => ({
      field: `${argument}.${position}`,
      message: `must be ${what}${wrong.length > 5 ? ` (${wrong.length} are not)` : ''}`,
    })),
  );
}
