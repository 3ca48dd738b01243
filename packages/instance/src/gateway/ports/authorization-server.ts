/** An HTTP request to the authorization server of an MCP service. */
export interface OauthRequest {
  /** Name of the service, case-insensitive. */
  readonly service: string
  /** Scheme and host of the request's URL. */
  readonly origin: string
  /** The caller's IP address. */
  readonly address: string
  readonly authorization: string | undefined
  /** The `User-Agent` of the browser or program. */
  readonly agent: string | undefined
  /** The `Origin` of the page that sent the request, if the browser sends it. */
  readonly from: string | undefined
  /** The query, or the body of a form. */
  readonly params: URLSearchParams
  /** For registrations: the parsed JSON body. */
  readonly payload?: unknown
}

export interface OauthAnswer {
  readonly status: number
  /** Sent as JSON, if present. */
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** The OAuth endpoints that clients of an MCP service use to get a token. Errors have the format of OAuth (docs/wire/oauth.md). */
export interface AuthorizationServer {
  resourceMetadata(request: OauthRequest): Promise<OauthAnswer>
  serverMetadata(request: OauthRequest): Promise<OauthAnswer>
  register(request: OauthRequest): Promise<OauthAnswer>
  /** Redirects the browser to the consent page, or back to the client with an error. */
  authorize(request: OauthRequest): Promise<OauthAnswer>
  /** Redirects the browser to the service's custom login page. */
  loginPage(request: OauthRequest): Promise<OauthAnswer>
  /** Signs in with a password entered on that page, and redirects to the consent page. */
  login(request: OauthRequest): Promise<OauthAnswer>
  /** Redirects to a provider chosen on that page. */
  toProvider(request: OauthRequest): Promise<OauthAnswer>
  /** Issues a device code and a user code (RFC 8628). */
  deviceAuthorization(request: OauthRequest): Promise<OauthAnswer>
  token(request: OauthRequest): Promise<OauthAnswer>
  revoke(request: OauthRequest): Promise<OauthAnswer>
}
