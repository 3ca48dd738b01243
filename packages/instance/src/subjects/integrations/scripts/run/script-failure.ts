import type { FailedScript, ScriptErrorKind } from '../../../../gateway/ports/script-runner.ts'

const statuses: Readonly<Record<ScriptErrorKind, number>> = {
  thrown: 500,
  syntax: 500,
  time: 504,
  memory: 500,
  output: 500,
  calls: 500,
  depth: 500,
  crashed: 500,
  busy: 503,
  unavailable: 503,
  'given-up': 503,
  'left-out': 503,
}

interface Told {
  readonly status?: number | undefined
  readonly code?: number | undefined
  readonly line?: number | undefined
  readonly output?: string
  readonly durationMs?: number
}

/** A failed run. Without its own status, it has the default status of its kind. */
export function failed(
  kind: ScriptErrorKind,
  message: string,
  { status, code, line, output = '', durationMs = 0 }: Told = {},
): FailedScript {
  const fits = status !== undefined && status >= 400 && status <= 599
  return {
    ok: false,
    output,
    durationMs,
    error: {
      kind,
      message,
      status: fits ? status : statuses[kind],
      ...(code === undefined ? {} : { code }),
      ...(line === undefined ? {} : { line }),
    },
  }
}
