import type { Registry } from '../src/pipeline/registry.ts';
import type { Tool } from '../src/tools/define-tool.ts';
import type { PlatformRequest, PlatformSession } from '../src/upstream/session.ts';

/** Tools that send one change in several requests, by `channel/tool`, each with the reason. */
const IN_PIECES: Readonly<Record<string, string>> = {
  'professional/upload_professional_image': 'the platform names the image first and takes its bytes at another address',
  'professional/upload_professional_document': 'the same for documents',
  'professional/upload_professional_video': 'the platform takes a video in parts, named before and after',
  'video/bulk_update': 'the platform takes the schedule of one ad group in a request',
  'video/send_conversions': 'each kind of event source takes a request of its own, and a refused batch is halved',
  'professional/create_message': 'the platform takes a conversation message by message',
  'professional/send_conversions': 'each rule takes a request of its own, and a batch that is refused whole is split',
  'professional/update_professional_audience_members': 'the platform takes 5,000 members of a list in one request',
  'social/send_conversions': 'the platform refuses a whole batch for one bad event, so that a refused one is split',
  'tags/create_version': 'a draft in conflict takes in the newest version and settles each conflict before it is saved',
  'tags/roll_back':
    'a version is undeleted, published and made the one that drafts begin from, each in a request of its own',
  'search/send_conversions': 'a request with a bad event is refused whole and sent again without it',
};

/** What tool calls did that they must not do: a read that changes something, or a write that changes two things. */
export interface ChangeWatch {
  registry: Registry;
  /** Throws when a call has offended. */
  check(): void;
}

/** The same tools, each held to sending at most one changing request a call. */
export function watchChanges({ channels, byAddress }: Registry): ChangeWatch {
  const offences: string[] = [];
  const watched = (tool: Tool): Tool => ({
    ...tool,
    channel: {
      ...tool.channel,
      connect: (session, shared) => tool.channel.connect(counting(session, tool, offences), shared),
    },
  });
  return {
    registry: {
      channels,
      byAddress: new Map([...byAddress].map(([address, tools]) => [address, tools.map(watched)])),
    },
    check() {
      if (offences.length > 0) throw new Error(offences.join('\n'));
    },
  };
}

function counting(session: PlatformSession, tool: Tool, offences: string[]): PlatformSession {
  const name = `${tool.channel.name}/${tool.name}`;
  const changesMax = tool.access === 'read' ? 0 : name in IN_PIECES ? Number.POSITIVE_INFINITY : 1;
  let changes = 0;
  const count = (request: PlatformRequest) => {
    changes += 1;
    if (changes <= changesMax) return;
    const { pathname } = new URL(request.url);
    offences.push(`${name} (${tool.access}) sent change number ${changes} of one call: ${request.method} ${pathname}`);
  };
  const change = session.change.bind(session);
  const send = session.send.bind(session);
  session.change = (request, schema, answerIn) => {
    count(request);
    return change(request, schema, answerIn);
  };
  session.send = (request, secrets) => {
    if (request.effect === 'write') count(request);
    return send(request, secrets);
  };
  return session;
}
