import { batchCode, Problem } from '@millwright/contract/problem'
import type { BatchContext } from '@millwright/contract/wire/list'

/** Runs work on a batch; if a batch of one record fails, throws the error of that record (docs/wire/errors.md). */
export async function unwrapSingle<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw alone(error)
  }
}

function alone(error: unknown): unknown {
  if (!(error instanceof Problem) || error.code !== batchCode) return error
  const { error: failed, resource } = error.context as BatchContext
  if (failed.length !== 1 || resource.length !== 1) return error
  const { code, message, context } = resource[0] as { code: number; message: string; context: unknown }
  return new Problem(code, message, { context })
}
