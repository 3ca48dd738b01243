import { numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'
import { connectionLost } from '@millwright/connector/error-words'
import { unavailable } from '@millwright/connector/files/unavailable'
import { Problem } from '@millwright/contract/problem'
import type { Client, SFTPWrapper } from 'ssh2'

/** Callback for a single SFTP request. Errors carry a status code. */
type Answer<T> = (error: Error | null | undefined, value: T) => void

export const sftpStatus = { noSuchFile: 2, denied: 3, failure: 4, badMessage: 5, unsupported: 8 } as const

/** The SFTP status code of an error, or `null` for other errors. */
export function statusOf(error: unknown): number | null {
  const isOurs = !(error instanceof Error) || error instanceof Problem
  const code: unknown = isOurs ? undefined : Reflect.get(error, 'code')
  return typeof code === 'number' ? code : null
}

/** An SFTP channel for any number of concurrent requests. */
export class SftpSession {
  readonly sftp: SFTPWrapper
  readonly #client: Client
  readonly #settings: SftpSettings
  readonly #waiting = new Set<() => void>()
  #isOver = false
  /** Folder of the files, as configured in the service. */
  readonly wanted: string
  /** The server's real path of `wanted`, once it has been resolved. */
  root: string | null = null

  constructor(client: Client, sftp: SFTPWrapper, settings: SftpSettings) {
    this.#client = client
    this.sftp = sftp
    this.#settings = settings
    this.wanted = settings.root
  }

  /** Rejects with the server's error, or with a `Problem` if it does not respond, which ends the connection. */
  ask<T>(send: (answer: Answer<T>) => void): Promise<T> {
    const { where, timeout } = this.#settings
    if (this.#isOver) return Promise.reject(unavailable(where, connectionLost))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        fail(unavailable(where, 'it does not respond.'))
        this.#client.destroy()
      }, timeout)
      const settle = () => {
        clearTimeout(timer)
        this.#waiting.delete(lose)
      }
      const fail = (error: unknown) => {
        settle()
        reject(error)
      }
      const lose = () => fail(unavailable(where, connectionLost))
      this.#waiting.add(lose)
      try {
        send((error, value) => {
          if (error) return statusOf(error) === null ? lose() : fail(error)
          settle()
          resolve(value)
        })
      } catch {
        lose()
      }
    })
  }

  /** Like `ask`, for requests without a result. */
  run(send: (answer: (error?: Error | null) => void) => void): Promise<void> {
    return this.ask<void>((answer) => send((error) => answer(error, undefined)))
  }

  end(): void {
    this.#client.end()
  }

  /** Rejects all pending requests after the connection has ended. */
  rejectPending(): void {
    this.#isOver = true
    for (const lose of [...this.#waiting]) lose()
  }
}

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
