import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'

const redirectUrl = 'http://127.0.0.1:4000/callback'

/** Storage of the official client, in place of a browser and a disk. */
export class MemoryOAuthProvider implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl
  readonly clientMetadata = { client_name: 'Official client', redirect_uris: [redirectUrl] }
  client: StoredOAuthClientInformation | undefined
  kept: StoredOAuthTokens | undefined
  authorization: URL | undefined
  verifier = ''
  state = () => 'a state of its own'
  clientInformation = () => this.client
  tokens = () => this.kept
  codeVerifier = () => this.verifier
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.kept = tokens
  }
  redirectToAuthorization(address: URL) {
    this.authorization = address
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier
  }
}

/** Stands for a person with a browser: returns the URL of the final redirect. */
type Decide = (authorization: URL) => Promise<URL>

export interface AuthorizedClient {
  readonly client: Client
  /** The access token. */
  readonly token: string
}

/** Connects the official client to an MCP service, authorized by a person. `mode`: the protocol revisions it uses. */
export async function officialClient(
  address: URL,
  decide: Decide,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<AuthorizedClient> {
  const authProvider = new MemoryOAuthProvider()
  const transport = () => new StreamableHTTPClientTransport(address, { authProvider })
  const client = () => new Client({ name: 'official', version: '1' }, { versionNegotiation: { mode } })
  const first = transport()
  try {
    await client().connect(first)
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
  }
  if (authProvider.authorization === undefined) throw new Error('Nobody was asked to sign in.')
  await first.finishAuth((await decide(authProvider.authorization)).searchParams)
  const connected = client()
  await connected.connect(transport())
  return { client: connected, token: authProvider.kept?.access_token ?? '' }
}
