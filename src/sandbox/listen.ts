import type { FastifyInstance } from 'fastify';

/** The sandbox uses fewer than ten ports, so the same port plus ten is not one of its own. */
const NEXT_BLOCK = 10;
const PORT_MAX = 65_535;

/** Listens on the port, or on the same port plus ten, twenty, … when another instance holds it. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port + NEXT_BLOCK > PORT_MAX) throw error;
    return listen(app, host, port + NEXT_BLOCK);
  }
}
