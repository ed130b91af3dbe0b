import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { HttpsAddress } from '../../../tools/fields.ts';
import { Base64, givenFile } from '../../../tools/given-file.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { OrganizationId } from '../resources/fields.ts';
import { upload } from '../resources/file.ts';

/** The platform takes 100 MB; this limit bounds the memory of a call. */
const DOCUMENT_BYTES_MAX = 20 * 1024 * 1024;

export default defineTool(channel, {
  name: 'upload_professional_document',
  title: 'Upload a document',
  description:
    'Uploads a PDF (at most 20 MB) for a page and waits until it can be used; document_id goes into create_creative.',
  toolset: 'documents',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    organization_id: OrganizationId.describe('Page of the ad, which owns it (list_organizations)'),
    document_url: HttpsAddress.optional().describe('Public address of the PDF'),
    document_base64: Base64.optional().describe('The file itself'),
  }),
  output: z.object({
    document: z.object({ id: z.string(), status: z.string(), organization_id: z.string() }),
    notes: z.array(z.string()).optional(),
  }),
  rules: (args) => exactlyOne(args, ['document_url', 'document_base64']),
  async run({ organization_id: organization, document_url, document_base64 }, { client, account }) {
    const given = { url: document_url, base64: document_base64 };
    const { bytes, field } = await givenFile(client.session, 'document', given, DOCUMENT_BYTES_MAX);
    if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
      throw invalidArguments([{ field, message: 'does not hold a PDF' }]);
    const file = { kind: 'document' as const, organization, bytes, type: 'application/pdf' };
    const document = await upload(client, account, file);
    return {
      document,
      ...(document.status !== 'AVAILABLE' && { notes: ['The platform is still at it; use the document in a moment.'] }),
    };
  },
});
