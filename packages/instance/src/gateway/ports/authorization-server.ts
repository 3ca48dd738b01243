/** An HTTP request to the authorization server of an MCP service. */
export interface OauthRequest {
  /** Name of the service, in any case. */
  readonly service: string
  /** Scheme and host by which the instance was addressed. */
  readonly origin: string
  /** The network address that the caller is known by. */
  readonly address: string
  readonly authorization: string | undefined
  /** What the browser or program calls itself; undefined: nothing. */
  readonly agent: string | undefined
  /** Scheme and host of the page that sent it, as browsers say; undefined: they do not. */
  readonly from: string | undefined
  /** The query, or the body of a form. */
  readonly params: URLSearchParams
  /** Of a registration: the parsed JSON body. */
  readonly payload?: unknown
}

export interface OauthAnswer {
  readonly status: number
  /** Sent as JSON; undefined: there is none. */
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** What clients ask an MCP service for before they have a token; each answers refusals in the form of OAuth (docs/wire/oauth.md). */
export interface AuthorizationServer {
  resourceMetadata(request: OauthRequest): Promise<OauthAnswer>
  serverMetadata(request: OauthRequest): Promise<OauthAnswer>
  register(request: OauthRequest): Promise<OauthAnswer>
  /** Sends the person's browser to the page on which they decide, or back to the client with the refusal. */
  authorize(request: OauthRequest): Promise<OauthAnswer>
  /** Sends a browser to the service's own page on which people sign in. */
  loginPage(request: OauthRequest): Promise<OauthAnswer>
  /** Signs in who typed their password there, and sends them on to decide. */
  login(request: OauthRequest): Promise<OauthAnswer>
  /** Sends who chose a provider there to it. */
  toProvider(request: OauthRequest): Promise<OauthAnswer>
  /** Gives a device what it shows and what it asks with (RFC 8628). */
  deviceAuthorization(request: OauthRequest): Promise<OauthAnswer>
  token(request: OauthRequest): Promise<OauthAnswer>
  revoke(request: OauthRequest): Promise<OauthAnswer>
}
