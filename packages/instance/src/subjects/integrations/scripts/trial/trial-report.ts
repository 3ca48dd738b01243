import { isDeepStrictEqual } from 'node:util'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { CallApi } from '../../../../gateway/ports/script-runner.ts'

/** One place where two JSON values differ; `path` segments are joined by dots. */
export type ValueDifference =
  | { readonly path: string; readonly kind: 'added'; readonly after: unknown }
  | { readonly path: string; readonly kind: 'changed'; readonly before: unknown; readonly after: unknown }
  | { readonly path: string; readonly kind: 'removed'; readonly before: unknown }

const mostDifferences = 200

/** Compares two JSON values recursively; returns at most 200 differences. */
export function differences(before: unknown, after: unknown): readonly ValueDifference[] {
  const found: ValueDifference[] = []
  compare(before, after, '', found)
  return found
}

function compare(before: unknown, after: unknown, path: string, found: ValueDifference[]): void {
  if (found.length >= mostDifferences || isDeepStrictEqual(before, after)) return
  const one = membersOf(before)
  const other = membersOf(after)
  if (one === null || other === null || Array.isArray(before) !== Array.isArray(after)) {
    found.push({ path, kind: 'changed', before, after })
    return
  }
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    if (found.length >= mostDifferences) return
    const place = path === '' ? name : `${path}.${name}`
    if (!one.has(name)) found.push({ path: place, kind: 'added', after: other.get(name) })
    else if (!other.has(name)) found.push({ path: place, kind: 'removed', before: one.get(name) })
    else compare(one.get(name), other.get(name), place, found)
  }
}

function membersOf(value: unknown): Map<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((each: unknown, at) => [String(at), each]))
  return isRecord(value) ? new Map(Object.entries(value)) : null
}

/** A call that a script made during a trial. */
export interface TrialCall {
  readonly verb: string
  readonly path: string
  readonly status: number
  /** Whether the call was only simulated. */
  readonly simulated: boolean
  readonly duration_ms: number
}

const mostCalls = 100

/** Records the calls of a script. With `simulate`, calls that may change something or leave the instance are not sent. */
export function notedCalls(api: CallApi, simulate: boolean, calls: TrialCall[]): CallApi {
  return async (call, signal) => {
    const { verb, path } = call
    const began = performance.now()
    const note = (status: number, simulated: boolean) => {
      if (calls.length < mostCalls)
        calls.push({ verb, path, status, simulated, duration_ms: Math.round(performance.now() - began) })
    }
    if (simulate && (verb !== 'GET' || path.includes('://'))) {
      note(200, true)
      return { status: 200, contentType: 'application/json', headers: {}, body: '{}' }
    }
    try {
      const answer = await api(call, signal)
      note(answer.status, false)
      return answer
    } catch (error) {
      note(error instanceof Problem ? error.status : 500, false)
      throw error
    }
  }
}
