import type { ConnectionOptions } from 'node:tls'
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

/** What the configuration of a service on PostgreSQL comes to (docs/wire/databases.md). */
export interface PostgresSettings {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly username: string
  readonly password: string
  readonly applicationName: string
  /** Host and port, for refusals. */
  readonly where: string
  readonly encryption: 'refused' | 'preferred' | 'demanded'
  /** How the certificate is looked at where there is encryption. */
  readonly tls: ConnectionOptions
  /** Settings of the session, by name. */
  readonly session: readonly (readonly [string, string])[]
  /** SQL that runs first. */
  readonly statements: readonly string[]
  /** Null: all schemas that the user can see. */
  readonly schema: string | null
  readonly prepares: boolean
}

export function postgresSettings(settings: Settings): PostgresSettings {
  const options = groupSetting(settings, 'options')
  const host = textSetting(settings, 'host') ?? '127.0.0.1'
  const port = numberSetting(settings, 'port') ?? 5432
  const mode = textSetting(settings, 'sslmode') ?? 'prefer'
  const timezone = textSetting(settings, 'timezone')
  return {
    host,
    port,
    database: textSetting(settings, 'database') ?? '',
    username: textSetting(settings, 'username') ?? 'postgres',
    password: textSetting(settings, 'password') ?? '',
    applicationName: textSetting(settings, 'application_name') ?? 'millwright',
    where: `on ${host}:${port}`,
    encryption: mode === 'disable' ? 'refused' : mode === 'allow' || mode === 'prefer' ? 'preferred' : 'demanded',
    tls: tlsOptions(mode, textSetting(options, 'ssl_ca')),
    session: [...(timezone === null ? [] : [['timezone', timezone] as const]), ...sessionSettings(settings)],
    statements: textsSetting(settings, 'statements'),
    schema: schemaSetting(settings, 'public'),
    prepares: flagSetting(options, 'prepare', true),
  }
}

/** `verify-ca` asks who signed the certificate, `verify-full` also whom it is for. */
function tlsOptions(mode: string, ca: string | null): ConnectionOptions {
  const trusted = ca === null ? {} : { ca }
  if (mode === 'verify-full') return { ...trusted, rejectUnauthorized: true }
  if (mode === 'verify-ca') return { ...trusted, rejectUnauthorized: true, checkServerIdentity: () => undefined }
  return { rejectUnauthorized: false }
}
