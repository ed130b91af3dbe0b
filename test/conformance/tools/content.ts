import { Failure } from '../../../src/errors.ts';
import { audio, image, resource, text } from '../samples.ts';
import { fixture, nothing, says } from './fixture.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

export const contentTools = [
  fixture('test_simple_text', nothing, async () => says(text('This is a simple text response for testing.'))),
  fixture('test_image_content', nothing, async () => says(image)),
  fixture('test_audio_content', nothing, async () => says(audio)),
  fixture('test_embedded_resource', nothing, async () =>
    says(resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  ),
  fixture('test_multiple_content_types', nothing, async () =>
    says(
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  ),
  fixture('test_error_handling', nothing, async () => {
    throw new Failure({
      code: 'unsupported',
      message: 'This tool intentionally returns an error for testing',
      nextStep: 'Nothing: this is what was asked for.',
    });
  }),
  fixture('test_tool_with_progress', nothing, async (_args, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress(done, 100, `${done} of 100`);
      await pause();
    }
    return says(text('Progress complete'));
  }),
  /** Logs nothing, as no tool here does: what a tool has to tell stands in its result. */
  fixture('test_logging_tool', nothing, async () => says(text('Logging evaluated'))),
];
