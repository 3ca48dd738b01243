import { Problem } from '@millwright/contract/problem'
import type { CallApi } from '../../../../gateway/ports/script-runner.ts'

/** A call that a script made during a trial. */
export interface TrialCall {
  readonly verb: string
  readonly path: string
  readonly status: number
  /** Whether the call was only simulated. */
  readonly simulated: boolean
  readonly duration_ms: number
}

const most = 100

/** Records the calls of a script. With `simulate`, calls that may change something or leave the instance are not sent. */
export function notedCalls(api: CallApi, simulate: boolean, calls: TrialCall[]): CallApi {
  return async (call, signal) => {
    const { verb, path } = call
    const began = performance.now()
    const note = (status: number, simulated: boolean) => {
      if (calls.length < most)
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
