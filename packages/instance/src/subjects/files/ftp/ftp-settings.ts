import { flagSetting, numberSetting, type Settings, textSetting } from '../../../platform/config-values.ts'

export interface FtpSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  /** Whether everything is encrypted. */
  readonly encrypted: boolean
  /** Milliseconds to wait for an answer, or for a transfer to go on. */
  readonly timeout: number
  /** Folder on the server, absolute or from where its user begins. */
  readonly root: string
  /** As refusals name it. */
  readonly where: string
}

/** The settings of a service of the type `ftp_file` (docs/wire/files.md). */
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
