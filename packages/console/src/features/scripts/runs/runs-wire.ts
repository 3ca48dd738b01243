import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../instance/send.ts'
import { scriptCollection } from '../script-queries.ts'

/** One run of a script (docs/wire/scripts.md). */
export interface ScriptRun {
  readonly id: number
  readonly date: string
  readonly duration_ms: number
  readonly ok: boolean
  readonly verb?: string
  readonly path?: string
  readonly output?: string
  readonly error?: RunError | null
}

export interface RunError {
  readonly message: string
  /** Of the script, from 1. */
  readonly line?: number | null
}

interface RunsAnswer {
  readonly resource?: readonly ScriptRun[]
  readonly waiting?: number
}

/** Milliseconds between two readings. */
const every = 3000

export function scriptRunsQuery(name: string) {
  return queryOptions({
    queryKey: ['script-runs', name],
    queryFn: async ({ signal }) => {
      const path = `${scriptCollection}/${encodeURIComponent(name)}/run`
      const { data } = await send<RunsAnswer>({ verb: 'GET', path, signal })
      return { runs: data.resource ?? [], waiting: data.waiting ?? 0 }
    },
    refetchInterval: every,
    staleTime: 0,
  })
}
