import type { IncomingMessage } from 'node:http'
import { Problem } from '@millwright/contract/problem'
import { type SettingName, settings } from '../platform/settings/settings.ts'

export interface ArrivingLimits {
  /** Maximum number of bytes of one body. */
  readonly body: number
  /** Maximum number of bytes of unfinished bodies of one session, or of one address without a session. */
  readonly perCaller: number
  /** Maximum number of bytes of unfinished bodies of all callers without a session. */
  readonly anonymous: number
}

/** Who sends a body: a key for each session or address. */
export interface BodySender {
  readonly key: string
  readonly hasSession: boolean
}

/**
 * Bodies of this size are always received, so that people can sign in while others hold all they may, and not counted: to tell who sends
 * them takes longer than to read them.
 */
const small = 16_384
const retry = { 'Retry-After': '1' }

/** Receives request bodies, and bounds the bytes of those that are not complete yet (docs/wire/requests.md). */
export class ArrivingBodies {
  readonly #limits: ArrivingLimits
  readonly #byCaller = new Map<string, number>()
  #anonymous = 0

  constructor(limits: ArrivingLimits) {
    this.#limits = limits
  }

  /**
   * Rejects with 413, 429 or 503 as soon as a body is too much; what is left of it is not read. `senderOf`: called at most once. `routeLimit`:
   * maximum number of bytes of a body of the route, if it accepts less than others.
   */
  receive(request: IncomingMessage, senderOf: () => BodySender, routeLimit = this.#limits.body): Promise<Buffer> {
    const most = Math.min(routeLimit, this.#limits.body)
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > most) return Promise.reject(tooLong())
    return new Promise((resolve, reject) => {
      const pieces: Buffer[] = []
      let size = 0
      let counted: { readonly sender: BodySender; bytes: number } | null = null
      const onData = (piece: Buffer) => {
        pieces.push(piece)
        size += piece.length
        if (size > most) return settle(() => reject(tooLong()))
        if (size <= small) return
        counted ??= { sender: senderOf(), bytes: 0 }
        this.#count(counted.sender, size - counted.bytes)
        counted.bytes = size
        const refusal = this.#refusal(counted.sender)
        if (refusal !== null) settle(() => reject(refusal))
      }
      const onEnd = () => settle(() => resolve(Buffer.concat(pieces, size)))
      const onError = (error: Error) => settle(() => reject(error))
      const onClose = () => onError(Object.assign(new Error('The request was aborted'), { code: 'ECONNRESET' }))
      const settle = (outcome: () => void) => {
        request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
        if (counted !== null) this.#count(counted.sender, -counted.bytes)
        outcome()
      }
      request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
    })
  }

  #count({ key, hasSession }: BodySender, bytes: number): void {
    const held = (this.#byCaller.get(key) ?? 0) + bytes
    if (held > 0) this.#byCaller.set(key, held)
    else this.#byCaller.delete(key)
    if (!hasSession) this.#anonymous += bytes
  }

  #refusal({ key, hasSession }: BodySender): Problem | null {
    const { perCaller, anonymous } = this.#limits
    if ((this.#byCaller.get(key) ?? 0) > perCaller) return tooMuch(429, 'one caller', perCaller, 'bodiesPerCaller')
    if (hasSession || this.#anonymous <= anonymous) return null
    return tooMuch(503, 'all callers without a session', anonymous, 'bodiesWithoutSession')
  }
}

function tooLong(): Problem {
  return new Problem(413, `The body is longer than this server accepts (${settings.bodyLimit.variable}).`)
}

function tooMuch(status: 429 | 503, who: string, most: number, setting: SettingName): Problem {
  return new Problem(
    status,
    `At most ${most} bytes of unfinished requests of ${who} are kept (${settings[setting].variable}). Try again later.`,
    { headers: retry },
  )
}
