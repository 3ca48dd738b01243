import { Problem } from '@millwright/contract/problem'
import type { Client, SFTPWrapper } from 'ssh2'
import { connectionLost } from '../../connections/line-reason.ts'
import { away } from '../away.ts'
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
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(away(where, 'it does not answer.'))
        this.#client.destroy()
      }, timeout)
      const lost = () => {
        clearTimeout(timer)
        reject(away(where, connectionLost))
      }
      try {
        send((error, value) => {
          if (error && statusOf(error) === null) return lost()
          clearTimeout(timer)
          if (error) reject(error)
          else resolve(value)
        })
      } catch {
        lost()
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
}
