import { Problem } from '@millwright/contract/problem'
import type { Client, SFTPWrapper } from 'ssh2'
import { connectionLost } from '../../../platform/network-error.ts'
import { unavailable } from '../unavailable.ts'
import type { SftpSettings } from './sftp-settings.ts'

/** How SFTP answers a single request, with numbers for its refusals. */
type Answer<T> = (error: Error | null | undefined, value: T) => void

export const sftpStatus = { noSuchFile: 2, denied: 3, failure: 4, badMessage: 5, unsupported: 8 } as const

/** The number of the refusal, as the protocol has them; null for errors that are none. */
export function statusOf(error: unknown): number | null {
  const isOurs = !(error instanceof Error) || error instanceof Problem
  const code: unknown = isOurs ? undefined : Reflect.get(error, 'code')
  return typeof code === 'number' ? code : null
}

/** A channel on which any number of requests can be under way at once. */
export class SftpSession {
  readonly sftp: SFTPWrapper
  readonly #client: Client
  readonly #settings: SftpSettings
  readonly #waiting = new Set<() => void>()
  #isOver = false
  /** Where the files are, as the service names it. */
  readonly wanted: string
  /** The same as the server itself names it, known once it was there. */
  root: string | null = null

  constructor(client: Client, sftp: SFTPWrapper, settings: SftpSettings) {
    this.#client = client
    this.sftp = sftp
    this.#settings = settings
    this.wanted = settings.root
  }

  /** Rejects with the server's refusal, or with a `Problem` when it gives no answer; then the connection is over. */
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

  /** As `ask`, for what answers nothing but that it was done. */
  tell(send: (answer: (error?: Error | null) => void) => void): Promise<void> {
    return this.ask<void>((answer) => send((error) => answer(error, undefined)))
  }

  end(): void {
    this.#client.end()
  }

  /** The connection is gone: nothing that waits will be answered any more. */
  over(): void {
    this.#isOver = true
    for (const lose of [...this.#waiting]) lose()
  }
}
