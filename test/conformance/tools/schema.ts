import { z } from 'zod';
import { text } from '../samples.ts';
import { fixture, says } from './fixture.ts';

const address = z
  .object({ street: z.string(), city: z.string() })
  .partial()
  .meta({ id: 'address', $anchor: 'addressDef' });

/** Every keyword of JSON Schema 2020-12 that has to survive the way from a declaration to the tool list. */
const richInput = z
  .strictObject({
    name: z.string().optional(),
    address: address.optional(),
    contactMethod: z.enum(['phone', 'email']).optional(),
    phone: z.string().optional(),
    email: z.string().optional(),
  })
  .meta({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
  });

const routed = z.strictObject({
  region: z.string().meta({ 'x-mcp-header': 'Region' }),
  level: z.int().optional().meta({ 'x-mcp-header': 'Level' }),
});

export const schemaTools = [
  fixture('json_schema_2020_12_tool', richInput, async () => says(text('Understood'))),
  fixture('test_x_mcp_header', routed, async ({ region }) => says(text(`Routed to ${region}`))),
];
