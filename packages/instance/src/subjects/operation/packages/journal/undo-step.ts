import { open } from 'node:fs/promises'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../../gateway/gateway.ts'
import type { Row } from '../../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { existingTables } from '../existing-tables.ts'
import { createFileCalls } from '../file-calls.ts'
import { get } from '../read-records.ts'

/** Undoes one change that an import made outside the instance's own transaction. */
export type UndoStep =
  /** Deletes services that were created for other parts of a package. */
  | { readonly kind: 'services'; readonly ids: readonly number[] }
  /** Drops created tables, last first. */
  | { readonly kind: 'tables'; readonly service: string; readonly names: readonly string[] }
  /** Restores the previous definition of a table. */
  | { readonly kind: 'definition'; readonly service: string; readonly name: string; readonly before: Row }
  /** Deletes a created file or folder. */
  | { readonly kind: 'folder' | 'file'; readonly service: string; readonly path: string }
  /** Restores replaced content. `copy`: its name among the stored copies. */
  | { readonly kind: 'content'; readonly service: string; readonly path: string; readonly copy: string }

interface UndoParts {
  readonly call: Forward
  /** A request with full access. */
  readonly request: ApiRequest
  /** The path of a stored copy. */
  readonly kept: (copy: string) => string
}

/** Undoes one step. Missing objects are ignored. Throws if it must be retried. */
export async function undo(step: UndoStep, { call, request, kept }: UndoParts): Promise<void> {
  switch (step.kind) {
    case 'services':
      for (const id of step.ids) {
        const params = { force: 'true' }
        await unlessGone(call({ ...request, verb: 'DELETE', service: 'system', resource: `service/${id}`, params }))
      }
      return
    case 'tables': {
      const there = await unlessGone(existingTables(step.service, { call, request }))
      const presentTables = step.names.filter((name) => there?.has(name) === true)
      await dropTables(step.service, presentTables, { call, request })
      return
    }
    case 'definition': {
      const definitionRequest: ApiRequest = {
        ...request,
        ...get(step.service.toLowerCase(), `_schema/${step.name}`),
        verb: 'PUT',
      }
      await unlessGone(call({ ...definitionRequest, payload: step.before, payloadFormat: 'json' }))
      return
    }
    case 'folder':
      // A folder that someone else has put files into meanwhile is left in place.
      await unlessGone(createFileCalls(call, request, step.service).removeFolder(step.path), 400)
      return
    case 'file':
      await unlessGone(createFileCalls(call, request, step.service).remove(step.path))
      return
    case 'content': {
      // Opened first: the stream of a file that is missing would fail before anything listens, and end the process.
      const copy = await open(kept(step.copy))
      try {
        await unlessGone(createFileCalls(call, request, step.service).write(step.path, copy.createReadStream()))
      } finally {
        await copy.close()
      }
    }
  }
}

async function unlessGone<T>(work: Promise<T>, ...alsoFine: readonly number[]): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem && (error.status === 404 || alsoFine.includes(error.status))) return null
    throw error
  }
}

interface Dropping {
  readonly call: Forward
  readonly request: ApiRequest
}

/** Drops tables of a database, last first. Tables that refer to each other in a cycle lose their references first. */
async function dropTables(service: string, names: readonly string[], { call, request }: Dropping): Promise<void> {
  const ask = (verb: 'GET' | 'DELETE', path: string) =>
    call({ ...request, ...get(service.toLowerCase(), `_schema/${path}`), verb })
  const refused = await dropThose(names)
  if (refused.length === 0) return
  for (const { name } of refused) await loosen(name, new Set(refused.map((each) => each.name)))
  const [left] = await dropThose(refused.map(({ name }) => name))
  if (left !== undefined) throw left.error

  /** Drops tables repeatedly as long as some succeed. Returns those that could not be dropped, in order. */
  async function dropThose(wanted: readonly string[]): Promise<readonly { name: string; error: Problem }[]> {
    const left: { name: string; error: Problem }[] = []
    for (const name of wanted.toReversed()) {
      try {
        await ask('DELETE', name)
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        if (error.status !== 404) left.unshift({ name, error })
      }
    }
    return left.length === 0 || left.length === wanted.length ? left : dropThose(left.map(({ name }) => name))
  }

  async function loosen(name: string, others: ReadonlySet<string>): Promise<void> {
    const { body } = await ask('GET', name)
    const fields = isRecord(body) && Array.isArray(body.field) ? body.field.filter(isRecord) : []
    for (const { name: field, ref_table: to } of fields) {
      if (typeof to === 'string' && to !== name && others.has(to))
        await ask('DELETE', `${name}/_field/${String(field)}`)
    }
  }
}
