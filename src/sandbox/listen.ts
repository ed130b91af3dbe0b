import type { FastifyInstance } from 'fastify';

/** The sandbox's ports lie within ten, so the same place in the next ten belongs to nobody else of ours. */
const NEXT_BLOCK = 10;
const PORT_MAX = 65_535;

/** Takes the port, or the same place in the next block that is free: another instance may hold the first. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port + NEXT_BLOCK > PORT_MAX) throw error;
    return listen(app, host, port + NEXT_BLOCK);
  }
}
