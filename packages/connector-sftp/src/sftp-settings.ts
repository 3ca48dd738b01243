import { numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'

export interface SftpSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string | null
  /** In any of the usual formats. The password decrypts it if necessary. */
  readonly privateKey: string | null
  /** Required fingerprint of the server's key, or `null` to accept any key. */
  readonly fingerprint: string | null
  /** Milliseconds to wait for a response. */
  readonly timeout: number
  /** Folder on the server, absolute or relative to the user's initial folder. */
  readonly root: string
  /** The name of the server in error messages. */
  readonly where: string
}

/** Parses the settings of an `sftp_file` service (docs/wire/files.md). */
export function sftpSettings(config: Settings): SftpSettings {
  const host = textSetting(config, 'host') ?? ''
  const port = numberSetting(config, 'port') ?? 22
  return {
    host,
    port,
    username: textSetting(config, 'username') ?? '',
    password: textSetting(config, 'password'),
    privateKey: textSetting(config, 'private_key'),
    fingerprint: textSetting(config, 'host_fingerprint'),
    timeout: (numberSetting(config, 'timeout') ?? 90) * 1000,
    root: textSetting(config, 'container') ?? '.',
    where: `SFTP server ${host}:${port}`,
  }
}
