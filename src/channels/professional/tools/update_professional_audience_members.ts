import { z } from 'zod';
import { Failure, invalidArguments, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { addressOnly, hashedPeople } from '../../../tools/people.ts';
import { readBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';
import {
  AudienceId,
  BATCH_MAX,
  ListShown,
  listMeant,
  listOf,
  MEMBERS_MAX,
  readList,
  SETTLE_MS,
} from '../resources/customer-list.ts';

const Members = z.array(z.string().max(320)).min(1).max(MEMBERS_MAX);
/** Unusable entries that an error names. */
const NAMED_MAX = 5;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

const input = z.strictObject({
  audience_id: AudienceId,
  add: Members.optional().describe('E-mail addresses or their SHA-256, or domains for a list of companies'),
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
    stopped: z
      .looseObject({})
      .optional()
      .describe('From which argument and position on not all is certain, and what to do'),
  }),
  instead: { emails: 'add', members: 'add', domains: 'add', list_id: 'audience_id' },
  rules: (args) => [...atLeastOne(args, ['add', 'remove']), ...bothWays(args)],
  look: () => ({ tool: 'list_professional_audiences', arguments: {} }),
  async run(args, { client, account }) {
    const before = await listMeant(client, account, args.audience_id);
    const people = before.type === 'USER';
    const { wanted, unusable } = await membersIn(args, people);
    if (wanted.length === 0) throw noneUsable(unusable, people);
    const fresh = SETTLE_MS - (client.session.platformNow() - (before.created ?? 0));
    if (fresh > 0) await client.session.wait(fresh);
    const path = pathOf`/dmpSegments/${before.id}/${people ? 'users' : 'companies'}`;
    const { taken, stopped } = await sendAll(client, account, path, wanted);
    const after = await readBack(`${taken.length} members were sent`, () => readList(client, account, before.id));
    const count = (argument: string) => taken.filter((one) => one.argument === argument).length;
    return {
      audience: listOf(after),
      sent: { add: count('add'), remove: count('remove') },
      refused: [
        ...unusable.map(({ argument, position }) => ({
          argument,
          position,
          error: { code: 'invalid_arguments', message: `It was not sent: it must be ${shapeOf(people)}` },
        })),
        ...taken.flatMap(({ argument, position, answer }) =>
          answer instanceof Failure ? [{ argument, position, error: errorOf(answer) }] : [],
        ),
      ],
      ...(stopped && { stopped }),
    };
  },
});

/** Problems name positions, never addresses. */
function bothWays({ add = [], remove = [] }: Arguments): Problem[] {
  const added = new Map(add.map((member, at) => [plainAddress(member), at]));
  return remove.flatMap((member, at) => {
    const twin = member.trim() === '' ? undefined : added.get(plainAddress(member));
    return twin === undefined ? [] : [{ field: `remove.${at}`, message: `is the same as add.${twin}` }];
  });
}

interface Member {
  argument: 'add' | 'remove';
  position: number;
}
/** With the row that the platform takes. */
type Wanted = Member & { element: object };
type Taken = Wanted & { answer: string | Failure };

/** Sends requests of BATCH_MAX. Members of earlier requests stay in, so a later failure is reported as `stopped`, not thrown. */
async function sendAll(client: ProfessionalClient, account: string, path: string, wanted: readonly Wanted[]) {
  const taken: Taken[] = [];
  while (taken.length < wanted.length) {
    const part = wanted.slice(taken.length, taken.length + BATCH_MAX);
    try {
      const elements = part.map(({ element }) => element);
      const answers = await client.createEach(path, elements, account);
      taken.push(...part.map((one, at) => ({ ...one, answer: answers[at]! })));
    } catch (error) {
      if (taken.length === 0 || !(error instanceof Failure)) throw error;
      return { taken, stopped: stoppedAt(part[0]!, error) };
    }
  }
  return { taken };
}

/** Rows as the platform takes them, and the places of what is no address or domain: one of those keeps no other out. */
async function membersIn(args: Arguments, people: boolean) {
  const wanted: Wanted[] = [];
  const unusable: Member[] = [];
  for (const argument of ['add', 'remove'] as const) {
    const members = args[argument] ?? [];
    const plain = people
      ? await hashedPeople(members, (member) => addressOnly(plainAddress(member)))
      : members.map(plainDomain);
    for (const [position, value] of plain.entries())
      if (value === undefined) unusable.push({ argument, position });
      else wanted.push({ argument, position, element: { action: argument.toUpperCase(), ...rowOf(value, people) } });
  }
  return { wanted, unusable };
}

function rowOf(value: string, people: boolean) {
  return people ? { userIds: [{ idType: 'SHA256_EMAIL', idValue: value }] } : { companyWebsiteDomain: value };
}

/** Lower case without spaces, as the platform hashes its own addresses. */
function plainAddress(address: string): string {
  return address.toLowerCase().replace(/\s+/g, '');
}

function plainDomain(given: string): string | undefined {
  const domain = given.trim().toLowerCase();
  return DOMAIN.test(domain) ? domain : undefined;
}

function stoppedAt({ argument, position }: Member, failure: Failure) {
  const fate = failure.outcome === 'unknown' ? 'may or may not have been taken' : 'were not taken';
  const next_step = `What came before is in. From ${argument}.${position} on members ${fate}: send them again; whoever is in already counts once.`;
  return { argument, position, outcome: failure.outcome, error: errorOf(failure), next_step };
}

function errorOf({ details: { code, message } }: Failure) {
  return { code, message };
}

function shapeOf(people: boolean): string {
  return people ? 'an e-mail address or its SHA-256' : 'a domain such as acme.example';
}

function noneUsable(unusable: readonly Member[], people: boolean): Failure {
  const count = unusable.length > NAMED_MAX ? ` (${unusable.length} are not)` : '';
  return invalidArguments(
    unusable.slice(0, NAMED_MAX).map(({ argument, position }) => ({
      field: `${argument}.${position}`,
      message: `must be ${shapeOf(people)}${count}`,
    })),
  );
}
