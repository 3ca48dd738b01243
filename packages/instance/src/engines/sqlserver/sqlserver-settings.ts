import {
  flagSetting,
  numberSetting,
  type Settings,
  schemaSetting,
  textSetting,
  textsSetting,
} from '../../platform/config-values.ts'
import { defaultSchema } from './sqlserver-dialect.ts'

/** What the configuration of a service on SQL Server comes to (docs/wire/databases.md). */
export interface SqlServerSettings {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly username: string
  readonly password: string
  /** Host and port, for refusals. */
  readonly where: string
  readonly readonly: boolean
  readonly encrypt: boolean
  readonly trustServerCertificate: boolean
  readonly applicationName: string
  readonly statements: readonly string[]
  /** Null: all schemas that the user can see. */
  readonly schema: string | null
  /** Whether connections are kept for the next call. */
  readonly pooling: boolean
}

export function sqlServerSettings(settings: Settings): SqlServerSettings {
  const host = textSetting(settings, 'host') ?? '127.0.0.1'
  const port = numberSetting(settings, 'port') ?? 1433
  return {
    host,
    port,
    database: textSetting(settings, 'database') ?? '',
    username: textSetting(settings, 'username') ?? '',
    password: textSetting(settings, 'password') ?? '',
    where: `on ${host}:${port}`,
    readonly: flagSetting(settings, 'readonly', false),
    encrypt: flagSetting(settings, 'encrypt', false),
    trustServerCertificate: flagSetting(settings, 'trust_server_certificate', true),
    applicationName: textSetting(settings, 'appname') ?? 'millwright',
    statements: textsSetting(settings, 'statements'),
    schema: schemaSetting(settings, defaultSchema),
    pooling: flagSetting(settings, 'pooling', true),
  }
}
