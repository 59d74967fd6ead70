/** Problem details (RFC 9457, spec 7), cleaned and bounded. Every member is optional: "present" is checked as drift. */
export interface ProblemDetails {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly requestId?: string;
}
