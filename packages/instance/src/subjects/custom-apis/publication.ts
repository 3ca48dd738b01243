import { invalid, Problem } from '@millwright/contract/problem'
import { rejectScriptChangeByProgram } from '../../access/programs.ts'
import { isoMicros } from '../../platform/clock.ts'
import type { Key } from '../../records/system/dialect.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import { problemsOf, servicesOf } from '../models/custom-api-model.ts'
import type { WriteStep } from '../system/resource.ts'

/**
 * Sets the revision that callers get from this write on: a new one, or an earlier one by its number. Throws a 400 for a number that the API
 * does not have.
 */
export async function choosePublication(
  { tx, values, previous, body, request }: WriteStep,
  isNew: boolean,
): Promise<void> {
  const id = previous?.id ?? 0
  const { publish_revision: number = null } = body
  if (number === null && !isNew) return
  rejectScriptChangeByProgram(request.caller)
  if (number !== null) {
    const sql = 'SELECT "id" FROM "custom_api_revision" WHERE "api_id" = ? AND "number" = ?'
    if (!Number.isInteger(number) || (await tx.first(sql, id, number)) === undefined)
      throw invalid({ publish_revision: [`publish_revision: the API has no revision ${String(number).slice(0, 20)}.`] })
    Object.assign(values, { published_revision: number, status: 'published' })
  } else {
    const sql = 'SELECT max("number") AS "number" FROM "custom_api_revision" WHERE "api_id" = ?'
    const last = Number((await tx.first(sql, id))?.number ?? 0)
    Object.assign(values, { published_revision: last + 1, status: 'published' })
  }
}

const copied =
  '"method", "path", "label", "description", "execution_plan", "response_mapping", "request_schema", "response_schema", "author_id", "author_app_id"'

/**
 * Stores the chosen revision if it is new: the active endpoints as they are, with their authors. Throws a 422 if there are none, or if one
 * has to be mended.
 */
export async function storeRevision(step: WriteStep & { readonly id: Key }): Promise<void> {
  const { tx, id, values, previous, request, parts, log } = step
  log.changed('custom_api', Number(id))
  const number = values.published_revision
  if (typeof number !== 'number') return
  const known = await tx.first('SELECT "id" FROM "custom_api_revision" WHERE "api_id" = ? AND "number" = ?', id, number)
  if (known !== undefined) return
  const active = await tx.all('SELECT * FROM "custom_api_endpoint" WHERE "api_id" = ? AND "is_active" = 1', id)
  await refuseBroken(step, active)
  const made = await tx.first(
    `INSERT INTO "custom_api_revision" ("api_id", "number", "version", "created_date", "created_by_id")
       VALUES (?, ?, ?, ?, ?) RETURNING "id"`,
    id,
    number,
    values.version ?? previous?.version ?? '0.1.0',
    isoMicros(parts.clock()),
    request.caller.user?.id ?? null,
  )
  await tx.all(
    `INSERT INTO "published_endpoint" ("revision_id", ${copied})
       SELECT ${Number(made?.id)}, ${copied} FROM "custom_api_endpoint" WHERE "api_id" = ? AND "is_active" = 1`,
    id,
  )
}

async function refuseBroken(
  { tx, id, parts }: WriteStep & { readonly id: Key },
  active: readonly Row[],
): Promise<void> {
  if (active.length === 0) throw new Problem(422, 'The API has no active endpoint that could be published.')
  const services = await servicesOf(tx, Number(id), parts.kinds)
  const problems = active.flatMap((row) =>
    problemsOf(row, services).map((problem) => ({ ...problem, endpoint: `${String(row.method)} ${String(row.path)}` })),
  )
  if (problems.length === 0) return
  const sentences = problems.slice(0, 20).map(({ endpoint, message }) => `${endpoint}: ${message}`)
  throw new Problem(422, sentences.join(' '), { context: { problems } })
}
