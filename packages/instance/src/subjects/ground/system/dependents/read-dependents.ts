import { Problem } from '@millwright/contract/problem'
import type { DeclaredTable } from '../../../../records/system/declared-table.ts'
import { dialectOf, type Key } from '../../../../records/system/dialect.ts'
import { type Row, transactionOf } from '../../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { idsOf, readBody, readKey } from '../../../../request/body.ts'
import { list, text } from '../../../../request/params.ts'
import { notFound, queryOf } from '../reader.ts'
import type { ResourceTools } from '../resource-tools.ts'
import { findDependents, findRenamed, namedKind } from './find-dependents.ts'
import type { DependentParts } from './mentions.ts'
import { readableDependents } from './refuse-in-use.ts'

/** Most records per request. */
const most = 10_000

/**
 * Handles `GET` with `dependents=true`: returns what depends on the requested records instead of the records, as far as the
 * caller may read it (docs/wire/requests.md). Throws a 404 for a missing record, a 400 for too many.
 */
export async function readDependents(
  tools: ResourceTools,
  request: ApiRequest,
  rawKey: string | undefined,
): Promise<ApiResponse> {
  const { declaration, parts } = tools
  const tx = transactionOf(dialectOf(parts.store.engine), parts.store.statements)
  const rows = keyNames(tools, request, rawKey) ?? (await namedRows(tools, request, rawKey))
  const known = { tx, kinds: parts.kinds }
  const renamed = text(request.params, 'rename')
  const groups =
    renamed === undefined
      ? await findDependents(known, declaration.declared, rows)
      : await ifRenamed(known, declaration.declared, rows, renamed)
  return { status: 200, body: await readableDependents(tx, request, groups) }
}

/** What follows if one record gets another name. */
async function ifRenamed(parts: DependentParts, declared: DeclaredTable, rows: readonly Row[], to: string) {
  const [first, ...more] = rows
  if (first === undefined || more.length > 0) throw new Problem(400, "'rename' takes one record.")
  const kind = namedKind(declared)
  return kind === null ? [] : findRenamed(parts, { kind, name: String(first.name) }, to)
}

/** Lookup keys in `names`, as references to lookup keys are by name, whoever owns the key. `null`: no names given. */
function keyNames({ declaration }: ResourceTools, request: ApiRequest, rawKey: string | undefined): Row[] | null {
  if (declaration.declared.table !== 'lookup' || rawKey !== undefined) return null
  const names = list(request.params, 'names')
  if (names === undefined) return null
  if (names.length > most) throw tooMany()
  return names.map((name) => ({ name }))
}

/** The requested rows that the caller may read: by id, by ids, or by filter. */
async function namedRows(
  { declaration, reader }: ResourceTools,
  request: ApiRequest,
  rawKey: string | undefined,
): Promise<readonly Row[]> {
  const { key, keyType, columns } = declaration.declared
  const names = columns.some(({ name }) => name === 'name') ? [key, 'name'] : [key]
  const query = { ...queryOf(declaration, request), fields: [...new Set(names)].join(','), related: undefined }
  const ids = rawKey === undefined ? idsOf(request, readBody(request.payload)) : [rawKey]
  if (ids === null) {
    const rows = await reader.list(await reader.planFor(query, request), most + 1, 0, request)
    if (rows.length > most) throw tooMany()
    return rows
  }
  if (ids.length > most) throw tooMany()
  const keys = ids.map((id) => readKey(id, keyType)).filter((id): id is Key => id !== null)
  const plan = reader.plan({ ...query, filter: undefined })
  const found = await reader.many(plan, keys, request)
  if (rawKey !== undefined && found.size === 0) throw notFound(rawKey)
  return [...found.values()]
}

const tooMany = () => new Problem(400, `Dependents can be listed for at most ${most} records at once.`)
