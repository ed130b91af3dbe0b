import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const RETRY_EVERY_MS = 100;
const RETRIES_MAX = 30;

/** Takes the address, waiting up to three seconds for a killed predecessor to let go of it. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await app.listen({ host, port });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (retries === RETRIES_MAX) {
        throw new Error(`port ${port} on ${host} is taken by another program; stop it or choose another port`, {
          cause: error,
        });
      }
      await delay(RETRY_EVERY_MS);
    }
  }
}
