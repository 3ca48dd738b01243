import { numberSetting, type Settings, textSetting } from '../../../platform/config-values.ts'

export interface SftpSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string | null
  /** In any of the usual forms; the password opens it when it is locked. */
  readonly privateKey: string | null
  /** What the server's key has to hash to; null: any. */
  readonly fingerprint: string | null
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** Folder on the server, absolute or from where its user begins. */
  readonly root: string
  /** As refusals name it. */
  readonly where: string
}

/** The settings of a service of the type `sftp_file` (docs/wire/files.md). */
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
