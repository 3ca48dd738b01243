import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '@millwright/instance/platform/settings/settings'
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

/** The stored credentials for one service. */
export interface StoredSignIn {
  readonly client?: StoredOAuthClientInformation | undefined
  readonly tokens?: StoredOAuthTokens | undefined
}

/** Sign-ins by the URL of the service, in one file that only its owner can read. */
export interface TokenStore {
  read(address: URL): Promise<StoredSignIn>
  write(address: URL, change: StoredSignIn): Promise<void>
  /** Runs `work` while holding a lock across processes: a refresh token can be used only once. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** Milliseconds after which the holder of the lock counts as dead, and between two attempts to acquire it. */
const patience = 30_000
const between = 50

export function createTokenStore(env: Environment): TokenStore {
  const file = join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'millwright', 'mcp.json')
  const lock = `${file}.lock`

  async function all(): Promise<Record<string, StoredSignIn>> {
    try {
      return JSON.parse(await readFile(file, 'utf8'))
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return {}
      throw new Error(`The sign-ins in ${file} cannot be read. Remove the file and sign in again.`, { cause: error })
    }
  }

  async function isLeft(): Promise<boolean> {
    try {
      return Date.now() - (await stat(lock)).mtimeMs > patience
    } catch {
      return false
    }
  }

  return {
    read: async (address) => (await all())[address.href] ?? {},

    async write(address, change) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const known = await all()
      const draft = `${file}.${process.pid}`
      const text = JSON.stringify({ ...known, [address.href]: { ...known[address.href], ...change } }, null, 2)
      await writeFile(draft, text, { mode: 0o600 })
      await rename(draft, file)
    },

    async alone(work) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      for (;;) {
        try {
          await mkdir(lock)
          break
        } catch (error) {
          if (!hasCode(error, 'EEXIST')) throw error
          if (await isLeft()) await rm(lock, { recursive: true, force: true })
          else await pause(between)
        }
      }
      try {
        return await work()
      } finally {
        await rm(lock, { recursive: true, force: true })
      }
    },
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

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
