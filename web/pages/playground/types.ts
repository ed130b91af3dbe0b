import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../../src/web/api/router.ts';

export type CatalogueChannel = inferRouterOutputs<Api>['tools']['catalogue']['channels'][number];
export type CatalogueTool = CatalogueChannel['tools'][number];
export type Answer = inferRouterOutputs<Api>['tools']['run'];

/** As much of JSON Schema as the tools use. */
export interface Schema {
  type?: string | string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  minItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  anyOf?: readonly Schema[];
}
