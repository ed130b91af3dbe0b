import type { Role } from '../../src/auth/members.ts';
import type { TestService } from '../service.ts';
import { Browser, PASSWORD } from './browser.ts';

/** Invites a new person to the organization or to one workspace, and returns their signed-in browser. */
export async function invited(owner: Browser, email: string, role: Role, workspaceId?: string): Promise<Browser> {
  const { link } = await owner.api.members.invite.mutate({ role, email, ...(workspaceId && { workspaceId }) });
  const browser = new Browser(owner.url);
  const token = new URL(link).searchParams.get('token') ?? '';
  await browser.api.session.acceptInvitation.mutate({ token, name: email.split('@')[0]!, password: PASSWORD });
  return browser;
}

/** A workspace with a connection to the sandbox and a key, for one test to do with as it likes. */
export async function freshWorkspace({ home }: TestService, organizationId: string, name: string) {
  const { id: workspaceId } = await home.directory.createWorkspace({ organizationId, name, currency: 'USD' });
  await home.vault.prepare(workspaceId);
  await home.connections.put({
    workspaceId,
    channel: 'social',
    mode: 'sandbox',
    credentials: { access_token: 'x'.repeat(20) },
  });
  home.directory.refresh();
  const { id: keyId } = await home.keyRing.create({ workspaceId, name: 'k', actor: 'test' });
  return { workspaceId, keyId };
}
