import { launchSandbox } from '../launch.ts';

// Stands for the service in the test that kills it.
const sandbox = await launchSandbox({ file: ':memory:', port: 0, emulators: process.argv[2] });
process.send?.(sandbox.controlOrigin);
