/** A refusal as the platform words it: reference §6. */
export class GraphError extends Error {
  readonly code: number;
  readonly details: GraphErrorDetails;

  constructor(code: number, message: string, details: GraphErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return this.details.status ?? usualStatus(this.code);
  }

  body(traceId: string): { error: Record<string, unknown> } {
    const { subcode, type, title, userMessage, blame, transient, data } = this.details;
    return {
      error: {
        message: this.message,
        type: type ?? 'OAuthException',
        code: this.code,
        ...(subcode !== undefined && { error_subcode: subcode }),
        is_transient: transient ?? false,
        ...(title !== undefined && { error_user_title: title }),
        ...(userMessage !== undefined && { error_user_msg: userMessage }),
        ...(blame !== undefined && { error_data: { blame_field_specs: [blame] } }),
        ...(data !== undefined && { error_data: data }),
        fbtrace_id: traceId,
      },
    };
  }
}

export interface GraphErrorDetails {
  status?: number;
  subcode?: number;
  type?: 'OAuthException' | 'GraphMethodException' | 'GraphBatchException' | 'FacebookApiException';
  title?: string;
  userMessage?: string;
  /** Path of the field the platform blames. */
  blame?: string[];
  data?: Record<string, unknown>;
  transient?: boolean;
}

function usualStatus(code: number): number {
  if (code === 1 || code === 2) return 500;
  if (code === 803) return 404;
  if (code === 10 || (code >= 200 && code <= 299)) return 403;
  return 400;
}

export function badParameter(message: string, blame?: string): GraphError {
  return new GraphError(100, `(#100) ${message}`, blame === undefined ? {} : { blame: [blame] });
}

/** A business rule was broken: the platform says only "Invalid parameter" and explains itself to the user. */
export function ruleBroken(subcode: number, title: string, userMessage: string, blame?: string[]): GraphError {
  return new GraphError(100, 'Invalid parameter', { subcode, title, userMessage, ...(blame && { blame }) });
}

export function missingObject(id: string, verb: 'get' | 'post' | 'delete'): GraphError {
  const message = `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`;
  return new GraphError(100, message, { subcode: 33, type: 'GraphMethodException' });
}

export function unknownPath(path: string): GraphError {
  return new GraphError(2500, `Unknown path components: /${path}`);
}
