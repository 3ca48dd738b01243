import { flagSetting, numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'

export interface FtpSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  /** Whether to use TLS. */
  readonly encrypted: boolean
  /** Milliseconds to wait for a reply, or for progress of a transfer. */
  readonly timeout: number
  /** Folder on the server, absolute or relative to the user's initial folder. */
  readonly root: string
  /** The name of the server in error messages. */
  readonly where: string
}

/** Parses the settings of an `ftp_file` service (docs/wire/files.md). */
export function ftpSettings(config: Settings): FtpSettings {
  const host = textSetting(config, 'host') ?? ''
  const port = numberSetting(config, 'port') ?? 21
  return {
    host,
    port,
    username: textSetting(config, 'username') ?? 'anonymous',
    password: textSetting(config, 'password') ?? 'guest',
    encrypted: flagSetting(config, 'ssl', false),
    timeout: (numberSetting(config, 'timeout') ?? 90) * 1000,
    root: textSetting(config, 'container') ?? '.',
    where: `FTP server ${host}:${port}`,
  }
}
