import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { signIn } from '../harness/api.ts'
import { firstAdmin, type RunningInstance } from '../harness/instance.ts'

/** The beginning of a command that starts a node whose turns can be measured. */
export const notingTurns: readonly string[] = [
  'env',
  `NODE_OPTIONS=--import=${join(import.meta.dirname, 'note-turns.mjs')}`,
]

/** The longest turn of a node's event loop since it was asked last, in milliseconds of processor time. */
const longestTurn = async ({ pid }: RunningInstance) =>
  Number(await text(connect(join(tmpdir(), `millwright-turns-${pid}`))))

export interface HeldFigures {
  readonly requests: number
  /** Longest turn of the event loop during a request, in milliseconds of processor time, and that request. */
  readonly turn: number
  readonly turnDuring: string
  /** What `/health/live` took at most during a request, in milliseconds, and that request. */
  readonly longest: number
  readonly during: string
  /** Most that the resident memory grew by during a request, in MB, and that request; `null` if the system does not report it. */
  readonly most: number | null
  readonly filledBy: string
  /** Requests that took longer turns than `mostTurn` or more memory than `mostGrowth`, during which `/health/live` took longer than `patience`, or that failed. */
  readonly failures: readonly string[]
}

export interface SentBody {
  readonly type: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly accept?: string
}

/** Milliseconds of processor time within which other requests get their turn: on a machine with nothing else to do, `/health/live` answers within them. */
const mostTurn = 200

/** Milliseconds within which `/health/live` answers, however loaded the machine is. */
const patience = 1_000

/** MB by which the resident memory may grow during a request. */
const mostGrowth = 100

/** Sends requests as the root administrator, one after the other, while `/health/live` is asked all the time. */
export async function holdNode(instance: RunningInstance) {
  const { token, call } = await signIn(instance.url, firstAdmin)
  const failures: string[] = []
  let [requests, longest, during, filledBy] = [0, 0, 'nothing', 'nothing']
  let [turn, turnDuring] = [0, 'nothing']
  let most: number | null = null

  async function send(name: string, verb: string, path: string, sent?: SentBody): Promise<number> {
    const before = instance.memory()
    await longestTurn(instance)
    const live = keepAsking(instance)
    const ask = () =>
      fetch(`${instance.url}${apiPrefix}/${path}`, {
        method: verb,
        headers: {
          [sessionTokenHeader]: token,
          ...(sent === undefined ? {} : { 'content-type': sent.type }),
          ...(sent?.accept === undefined ? {} : { accept: sent.accept }),
        },
        ...(sent === undefined ? {} : { body: sent.body }),
      })
    // A node closes connections after refusals, which may be when the next request is on its way.
    const response = await ask().catch(ask)
    for await (const _ of response.body ?? []);
    const { held, memory } = await live.end()
    requests += 1
    const taken = Math.round(await longestTurn(instance))
    if (taken > turn) [turn, turnDuring] = [taken, name]
    if (taken > mostTurn) failures.push(`${name} took a turn of ${taken} ms`)
    if (held > longest) [longest, during] = [held, name]
    const grown = before === null || memory === null ? null : memory - before
    if (grown !== null && grown > (most ?? 0)) [most, filledBy] = [grown, name]
    if (held > patience) failures.push(`${name} held the node for ${held} ms`)
    if (grown !== null && grown > mostGrowth) failures.push(`${name} took ${Math.round(grown)} MB`)
    if (response.status >= 500 && response.status !== 501 && response.status !== 503)
      failures.push(`${name}: ${response.status}`)
    return response.status
  }

  const figures = (): HeldFigures => ({ requests, turn, turnDuring, longest, during, most, filledBy, failures })
  return { send, call, token, figures }
}

export type HeldNode = Awaited<ReturnType<typeof holdNode>>

/** Asks for `/health/live` until it is told to end. Then returns the longest time, in milliseconds, and the most memory, in MB. */
export function keepAsking(instance: Pick<RunningInstance, 'url' | 'memory'>) {
  let [asking, longest] = [true, 0]
  let memory = instance.memory()
  const asked = (async () => {
    while (asking) {
      const since = performance.now()
      const response = await fetch(`${instance.url}/health/live`)
      await response.arrayBuffer()
      longest = Math.max(longest, performance.now() - since)
      const now = instance.memory()
      if (now !== null && now > (memory ?? 0)) memory = now
    }
  })()
  return {
    async end() {
      asking = false
      await asked
      return { held: Math.round(longest), memory }
    },
  }
}
