import {
  hasMariadbPrograms,
  openMariadbServer,
} from '../../packages/instance/src/testing/counterparts/mariadb-server.ts'
import {
  hasPostgresPrograms,
  openPostgresServer,
} from '../../packages/instance/src/testing/counterparts/postgres-server.ts'

/** Database servers without durability, if they are installed, as tests mostly wait for the disk. */
const ownServers = [
  {
    variable: 'MILLWRIGHT_TEST_POSTGRES',
    isInstalled: hasPostgresPrograms,
    open: () => openPostgresServer({ durable: false }),
  },
  { variable: 'MILLWRIGHT_TEST_MARIADB', isInstalled: hasMariadbPrograms, open: openMariadbServer },
]

interface OwnServers {
  /** Tells tests about the servers. */
  readonly env: NodeJS.ProcessEnv
  /** Servers that could not be started, and why. */
  readonly missing: readonly string[]
}

/** Starts the servers that are installed and that no variable names already. `servers` stops them. */
export async function startOwnServers(servers: AsyncDisposableStack): Promise<OwnServers> {
  const env: NodeJS.ProcessEnv = {}
  const missing: string[] = []
  for (const { variable, isInstalled, open } of ownServers) {
    if (!isInstalled || process.env[variable] !== undefined) continue
    try {
      env[variable] = servers.adopt(await open(), ({ close }) => close()).url
    } catch (error) {
      missing.push(`No server of our own for ${variable}: ${String(error)}`)
    }
  }
  return { env, missing }
}
