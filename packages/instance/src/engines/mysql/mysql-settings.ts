import {
  flagSetting,
  groupSetting,
  numberSetting,
  type Settings,
  schemaSetting,
  sessionSettings,
  textSetting,
  textsSetting,
} from '../../platform/config-values.ts'

/** What the configuration of a service on MySQL or MariaDB comes to (docs/wire/databases.md). */
export interface MysqlSettings {
  readonly host: string
  readonly port: number
  readonly socket: string | null
  readonly database: string
  readonly username: string
  readonly password: string
  /** Host and port or the socket, for refusals. */
  readonly where: string
  readonly encrypted: { readonly ca: string | null; readonly verified: boolean } | null
  readonly collation: string | null
  readonly timezone: string | null
  /** Null: those of the server. */
  readonly modes: string | null
  readonly session: readonly (readonly [string, string])[]
  readonly statements: readonly string[]
  /** Null: all schemas that the user can see. */
  readonly schema: string | null
}

export function mysqlSettings(settings: Settings): MysqlSettings {
  const options = groupSetting(settings, 'options')
  const host = textSetting(settings, 'host') ?? '127.0.0.1'
  const port = numberSetting(settings, 'port') ?? 3306
  const socket = textSetting(settings, 'unix_socket')
  const database = textSetting(settings, 'database') ?? ''
  return {
    host,
    port,
    socket,
    database,
    username: textSetting(settings, 'username') ?? '',
    password: textSetting(settings, 'password') ?? '',
    where: socket === null ? `on ${host}:${port}` : `at ${socket}`,
    encrypted: encryption(options),
    collation: collation(textSetting(settings, 'collation')),
    timezone: timezone(textSetting(settings, 'timezone')),
    modes: modes(textSetting(settings, 'modes'), flagSetting(settings, 'strict', false)),
    session: sessionSettings(settings),
    statements: textsSetting(settings, 'statements'),
    schema: schemaSetting(settings, database),
  }
}

const strictModes =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

function modes(given: string | null, strict: boolean): string | null {
  const names = given?.split(',').map((name) => name.trim()) ?? null
  if (names === null) return strict ? strictModes : null
  return [...names, ...(strict ? ['STRICT_TRANS_TABLES'] : [])].filter((name) => name !== '').join(',')
}

/** Texts travel as utf8mb4, whatever the tables have; a collation of the older, narrower utf8 becomes its counterpart. */
function collation(given: string | null): string | null {
  const wide = given?.trim().replace(/^utf8(?:mb3)?_/i, 'utf8mb4_') ?? null
  return wide !== null && /^utf8mb4_/i.test(wide) ? wide : null
}

/** Servers know names of zones only when their tables were filled; this one they always know. */
function timezone(given: string | null): string | null {
  return given !== null && /^(?:utc|gmt|z)$/i.test(given.trim()) ? '+00:00' : given
}

function encryption(options: Settings): MysqlSettings['encrypted'] {
  const ca = textSetting(options, 'ssl_ca')
  if (ca !== null) return { ca, verified: true }
  return flagSetting(options, 'ssl', false) ? { ca: null, verified: flagSetting(options, 'ssl_verify', false) } : null
}
