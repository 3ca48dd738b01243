import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { TokenStore } from './token-store.ts'

/** The loopback redirect URI, which is valid for any port. */
const registeredAddress = 'http://127.0.0.1/callback'

/** Metadata with which the program registers as a client. */
export const clientMetadata = { client_name: 'Millwright bridge', redirect_uris: [registeredAddress] }

interface ProviderOptions {
  readonly store: TokenStore
  readonly address: URL
  /** Where the browser is redirected to. */
  readonly redirectUrl?: string
  /** The `state` that is returned with the code. */
  readonly state?: string
  /** Sends the person to the authorization page; if absent, signing in is not possible. */
  readonly lead?: (address: URL) => void
}

/** Connects the OAuth support of the official client to the token store, and to the person who signs in. */
export class StoredProvider implements OAuthClientProvider {
  readonly clientMetadata = clientMetadata
  readonly redirectUrl: string
  readonly #options: ProviderOptions
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined

  constructor(options: ProviderOptions) {
    this.#options = options
    this.redirectUrl = options.redirectUrl ?? registeredAddress
  }

  state(): string {
    return this.#options.state ?? ''
  }

  async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
    return (await this.#options.store.read(this.#options.address)).client
  }

  async saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    await this.#options.store.write(this.#options.address, { client })
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    return (await this.#options.store.read(this.#options.address)).tokens
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    await this.#options.store.write(this.#options.address, { tokens })
  }

  redirectToAuthorization(address: URL): void {
    if (this.#options.lead === undefined) throw new Error(signInFirst(this.#options.address))
    this.#options.lead(address)
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery
  }

  /** Deletes credentials that the instance no longer accepts. */
  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all' || scope === 'client')
      await this.#options.store.write(this.#options.address, { client: undefined })
    if (scope === 'all' || scope === 'tokens')
      await this.#options.store.write(this.#options.address, { tokens: undefined })
  }
}

export const signInFirst = ({ href }: URL): string =>
  `Nobody is signed in at ${href}. Run: millwright mcp login --instance ${href}`
