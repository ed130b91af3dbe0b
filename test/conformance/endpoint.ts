import type { Pipeline } from '../../src/pipeline/call.ts';
import {
  ChannelEndpoint,
  type Endpoint,
  type PromptProvider,
  type ResourceProvider,
} from '../../src/pipeline/endpoint.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import { channel } from './channel.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { askingTools } from './tools/asking.ts';
import { contentTools } from './tools/content.ts';
import { schemaTools } from './tools/schema.ts';

/** The fixtures behind an address of their own, with everything a endpoint may offer. */
class ConformanceEndpoint extends ChannelEndpoint implements Endpoint {
  readonly prompts: PromptProvider = prompts;
  readonly resources: ResourceProvider = resources;

  async complete(): Promise<Record<string, unknown>> {
    return { completion: { values: ['test one', 'test two'], total: 2, hasMore: false } };
  }
}

export function conformanceEndpoint(pipeline: Pipeline, more: readonly Tool[] = []): Endpoint {
  return new ConformanceEndpoint(channel, [...contentTools, ...schemaTools, ...askingTools, ...more], pipeline);
}
