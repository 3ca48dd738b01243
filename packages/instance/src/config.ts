/** What the environment and the command line settle (docs/settings.md); read once, at start. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Folder of the database, files, secret and outbox. */
  readonly dataFolder: string
  /** `postgres://…`; null: SQLite in the data folder. */
  readonly databaseUrl: string | null
  readonly redisUrl: string | null
  /** Only read when no administrator exists yet. */
  readonly firstAdmin: { readonly email: string | null; readonly password: string | null }
  readonly sampleData: boolean
  /** Seconds. */
  readonly tokenTtl: number
  /** Seconds from log-in. */
  readonly tokenRefreshTtl: number
  readonly allowForeverSessions: boolean
  readonly loginAttribute: 'email' | 'username'
  readonly passwordMinLength: number
  /** Bytes of a parsed body. */
  readonly bodyLimit: number
  readonly loginFailures: { readonly account: FailureLimit; readonly address: FailureLimit }
  readonly trustedProxies: readonly string[]
  /** Hex; null: made at first start and kept in the data folder. */
  readonly secret: string | null
  /** Folder with the built console; null: the API alone. */
  readonly consoleFolder: string | null
  /** Relayed to the console in `millwright.json`; an instance's name and colour, outside addresses. */
  readonly console: Readonly<Record<string, unknown>>
  readonly license: { readonly level: string; readonly key: string | null }
}

export interface FailureLimit {
  readonly count: number
  readonly seconds: number
}
