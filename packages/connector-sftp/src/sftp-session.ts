import { unavailable } from '@millwright/connector/files/unavailable'
import { connectionLost } from '@millwright/connector/network-error'
import { Problem } from '@millwright/contract/problem'
import type { Client, SFTPWrapper } from 'ssh2'
import type { SftpSettings } from './sftp-settings.ts'

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
