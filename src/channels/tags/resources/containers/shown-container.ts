import { z } from 'zod';
import type { Container } from '../../wire.ts';
import { FEATURES } from './container.ts';

export const ContainerOutput = z.looseObject({
  container_id: z.string(),
  public_id: z.string().describe('GTM-…'),
  name: z.string(),
  account_id: z.string(),
  kind: z.string().describe('web, server, amp, android, ios, or google_tag'),
  cannot: z.array(z.string()).optional().describe('What the platform forbids in it'),
});

export function shownContainer(container: Container): z.infer<typeof ContainerOutput> {
  const { containerId, publicId, name, accountId, usageContext, domainName, taggingServerUrls, notes } = container;
  const cannot = Object.entries(FEATURES).flatMap(([feature, what]) =>
    container.features[feature] === false ? [what] : [],
  );
  return {
    id: containerId,
    container_id: containerId,
    public_id: publicId,
    name,
    account_id: accountId,
    kind: publicId.startsWith('GTM-') ? usageContext.join(', ') : 'google_tag',
    ...(domainName.length > 0 && { domains: domainName }),
    ...(taggingServerUrls.length > 0 && { server_urls: taggingServerUrls }),
    ...(cannot.length > 0 && { cannot }),
    ...(notes && { notes }),
    ...(container.tagManagerUrl && { url: container.tagManagerUrl }),
  };
}
