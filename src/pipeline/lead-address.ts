import type { WorkspaceRecord } from '../auth/directory.ts';
import { LEAD_PUSH_PATH, type LeadAddresses } from '../auth/lead-addresses.ts';
import { Failure } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';

interface Wanted {
  addresses: LeadAddresses;
  channel: Channel;
  workspace: WorkspaceRecord;
  actor: string;
  /** Where the service is reached from the internet. */
  origin: string;
  /** Another one, in place of the one there was. */
  anew?: boolean;
}

/** The address that a platform pushes leads of a connection to, and what a person does with it there. */
export interface GivenAddress {
  url: string;
  /** What the platform is given beside the address: a verify token or a shared key. */
  shared: string;
  setUp: string;
}

export async function leadAddress({
  addresses,
  channel,
  workspace,
  actor,
  origin,
  anew,
}: Wanted): Promise<GivenAddress> {
  const push = channel.leads?.push;
  if (!push)
    throw new Failure({
      code: 'unsupported',
      message: `The ${channel.name} channel takes no pushed leads.`,
      nextStep: 'Nothing was made. list_leads reads them wherever the channel has it.',
    });
  if (!workspace.connections.some((one) => one.channel === channel.name))
    throw new Failure({
      code: 'not_found',
      message: `The ${channel.name} channel is not connected in the workspace "${workspace.name}".`,
      nextStep: `Connect it first: adhelm connect ${channel.name}. Nothing was made.`,
    });
  const { token, shared } = await addresses.give(workspace.id, channel.name, actor, { anew: anew ?? false });
  return { url: `${origin}${LEAD_PUSH_PATH}${token}`, shared, setUp: push.setUp };
}
