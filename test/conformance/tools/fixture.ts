import { z } from 'zod';
import { defineTool, type Tool, type ToolSpec } from '../../../src/tools/define-tool.ts';
import { RichReply } from '../../../src/tools/rich-reply.ts';
import { channel } from '../channel.ts';

const output = z.object({});

type Run<Input extends z.ZodObject> = ToolSpec<undefined, Input, typeof output>['run'];

/** A tool as short as the suite's fixtures are: reads nothing, needs nothing, answers with content. */
export function fixture<Input extends z.ZodObject>(name: string, input: Input, run: Run<Input>): Tool {
  return defineTool(channel, {
    name,
    title: name,
    description: `Fixture of the conformance suite: ${name}`,
    toolset: 'fixtures',
    access: 'read',
    repeat: 'safe',
    workspace: false,
    input,
    output,
    run,
  });
}

export const nothing = z.strictObject({});

export const says = (...content: Record<string, unknown>[]) => new RichReply(content, { structured: {} });
