import type { Home } from '../process/home.ts';

const LIFE_MS = 7 * 86_400_000;

export function setUpLink(
  { links }: Home,
  organizationId: string,
  actor: string,
  email?: string,
): Promise<{ secret: string; expiresAt: number }> {
  return links.create({ purpose: 'set_up', organizationId, role: 'owner', lifeMs: LIFE_MS, actor, email });
}

export function setUpAddress(url: string, secret: string): string {
  return `${url}/set-up?link=${secret}`;
}
