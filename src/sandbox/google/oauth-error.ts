/** The token endpoint's errors have OAuth's own shape, not the envelope of the other calls. */
export class OAuthError extends Error {
  readonly httpStatus: number;
  readonly code: string;

  constructor(code: string, description: string, httpStatus = 400) {
    super(description);
    this.httpStatus = httpStatus;
    this.code = code;
  }

  get body(): Record<string, string> {
    return { error: this.code, error_description: this.message };
  }
}
