import { Problem } from '@millwright/contract/problem'
import { connectSftp } from './sftp-connect.ts'
import type { SftpSession, SftpSettings } from './sftp-session.ts'

/** Milliseconds after which an idle connection is closed. */
const idleTimeout = 30_000

/** A session in use until it is released. */
export interface BorrowedSession {
  readonly session: SftpSession
  release(): void
}

/** Shares one connection, which is opened on demand and reopened after it breaks. */
export class SftpClient {
  readonly #settings: SftpSettings
  #session: Promise<SftpSession> | null = null
  #users = 0
  #idle: NodeJS.Timeout | null = null
  #closed: PromiseWithResolvers<void> | null = null

  constructor(settings: SftpSettings) {
    this.#settings = settings
  }

  async borrow(): Promise<BorrowedSession> {
    if (this.#closed !== null) throw new Problem(503, 'The service was changed in the meantime. Please try again.')
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#users += 1
    let lent = true
    const release = () => {
      if (!lent) return
      lent = false
      this.#released()
    }
    try {
      return { session: await this.#open(), release }
    } catch (error) {
      release()
      throw error
    }
  }

  async use<T>(work: (session: SftpSession) => Promise<T>): Promise<T> {
    const { session, release } = await this.borrow()
    try {
      return await work(session)
    } finally {
      release()
    }
  }

  /** Resolves when the connection is no longer in use and closed. */
  async close(): Promise<void> {
    this.#closed ??= Promise.withResolvers()
    if (this.#users === 0) this.#end()
    await this.#closed.promise
  }

  #open(): Promise<SftpSession> {
    if (this.#session !== null) return this.#session
    const over = () => {
      if (this.#session === session) this.#session = null
    }
    const session = connectSftp(this.#settings, over)
    session.catch(over)
    this.#session = session
    return session
  }

  #released(): void {
    this.#users -= 1
    if (this.#users > 0) return
    if (this.#closed !== null) {
      this.#end()
      return
    }
    this.#idle = setTimeout(() => this.#end(), idleTimeout)
    this.#idle.unref()
  }

  #end(): void {
    const session = this.#session
    this.#session = null
    if (this.#idle !== null) clearTimeout(this.#idle)
    const done = () => this.#closed?.resolve()
    if (session === null) done()
    else
      session.then((open) => {
        open.end()
        done()
      }, done)
  }
}
