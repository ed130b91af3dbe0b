import type { Pipeline } from '../../src/tools/call.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import { ChannelFace, type Face, type PromptFace, type ResourceFace, type StateSeal } from '../../src/tools/face.ts';
import { channel } from './channel.ts';
import { hmacSeal } from './hmac-seal.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { askingTools } from './tools/asking.ts';
import { contentTools } from './tools/content.ts';
import { schemaTools } from './tools/schema.ts';

/** The fixtures behind an address of their own, with everything a face may offer. */
class ConformanceFace extends ChannelFace implements Face {
  readonly stateSeal: StateSeal = hmacSeal();
  readonly prompts: PromptFace = prompts;
  readonly resources: ResourceFace = resources;

  async complete(): Promise<Record<string, unknown>> {
    return { completion: { values: ['test one', 'test two'], total: 2, hasMore: false } };
  }
}

export function conformanceFace(pipeline: Pipeline, more: readonly Tool[] = []): Face {
  return new ConformanceFace(channel, [...contentTools, ...schemaTools, ...askingTools, ...more], pipeline);
}
