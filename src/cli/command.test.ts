import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from './command.ts';

test.each([
  [[], 'gpj.exe[2J\n\tand so on\n'],
  [['--json'], 'gpj.\u202eexe\u001b[2J\n\tand so on\n'],
])('what a name holds commands no terminal; a program gets it as it is: %j', async (args, shown) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const command = {
    name: 'show',
    summary: '',
    run: async ({ print }: { print(text: string): void }) => {
      print('gpj.\u202eexe\u001b[2J\n\tand so on');
      return 0;
    },
  };
  await runCommand(command, args);
  expect(write.mock.calls).toEqual([[shown]]);
});
