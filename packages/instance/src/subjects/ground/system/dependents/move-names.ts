import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../../../gateway/parts.ts'
import { type Key, quoted } from '../../../../records/system/dialect.ts'
import type { Row, Tx } from '../../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../../records/system/write-log.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import type { OwnerTable } from '../../../../store/naming.ts'
import { actorOf } from '../actor.ts'
import { gone, isSame, type Target } from './forms.ts'
import { declaredWith } from './graph.ts'
import { type FoundMention, findMentions } from './mentions.ts'

interface Renaming {
  readonly tx: Tx
  readonly log: WriteLog
  readonly request: Pick<ApiRequest, 'caller' | 'address' | 'verb'>
  readonly parts: Pick<Parts, 'clock' | 'vault' | 'kinds' | 'authorize'>
}

/**
 * Writes the new name of something into everything that names it, in the transaction that renames it. The caller needs no rights at what
 * is written, as it names the same as before, with the same author (docs/wire/requests.md). Throws a 409 if something else is in the way.
 */
export async function moveNames(renaming: Renaming, target: Target, to: string): Promise<void> {
  const { tx, request, parts } = renaming
  const known = { tx, kinds: parts.kinds }
  if (!isSame(target.name, to) && !request.caller.sysadmin) await refuseForeign(renaming, { ...target, name: to })
  const found = await findMentions(known, [target], to)
  for (const [table, columns] of Map.groupBy(found, (each) => each.table)) {
    for (const [row, texts] of Map.groupBy(columns, (each) => each.row)) await move(renaming, { table, row, texts })
  }
}

/**
 * What names the new name already was meant for something else, perhaps by people with more rights: only full administrators may connect
 * the two.
 */
export async function refuseForeign({ tx, parts }: Pick<Renaming, 'tx' | 'parts'>, target: Target): Promise<void> {
  const foreign = (await findMentions({ tx, kinds: parts.kinds }, [target], gone)).filter(({ isStuck }) => !isStuck)
  if (foreign.length === 0) return
  throw new Problem(
    409,
    `'${target.name}' is already named by ${foreign.length} other ${foreign.length === 1 ? 'record' : 'records'}. Ask a full administrator for this name, or choose another.`,
  )
}

interface Moved {
  readonly table: FoundMention['table']
  readonly row: Row
  readonly texts: readonly FoundMention[]
}

async function move({ tx, log, request, parts }: Renaming, { table, row, texts }: Moved): Promise<void> {
  const values: Row = Object.fromEntries(texts.filter(isMoved).map(({ column, text }) => [column, text]))
  const [first] = Object.keys(values)
  if (first === undefined) return
  const declared = declaredWith(table, first)
  const key = declared?.key ?? 'id'
  const id = row[key] as Key
  if (values[key] !== undefined) await refuseTaken(tx, table, key, values[key])
  await declared?.check?.(tx, { values, previous: row }, parts)
  const set = Object.keys(values).map((column) => `${quoted(column)} = ?`)
  if (declared?.audit === 'full') set.push('"revision" = "revision" + 1')
  const sql = `UPDATE ${quoted(table)} SET ${set.join(', ')} WHERE ${quoted(key)} = ?`
  await tx.all(sql, ...Object.values(values), id)
  log.changed(table, ...(typeof id === 'number' ? [id] : []))
  const owner = texts[0]?.mention.owner
  if (owner !== undefined) await touch(tx, log, owner.table, Number(row[owner.column]))
  if (declared === null) return
  const note = () =>
    log.auditLog.note({ declared, key: String(id), previous: row, next: values }, actorOf(request, log, parts))
  const within = owner === undefined ? null : { resource: owner.table, id: String(row[owner.column]) }
  await log.auditLog.within(within, async () => note())
}

const isMoved = ({ text, row, column }: FoundMention) => text !== row[column]

async function refuseTaken(tx: Tx, table: string, key: string, name: unknown): Promise<void> {
  const other = await tx.first(`SELECT 1 AS "there" FROM ${quoted(table)} WHERE ${quoted(key)} = ?`, name)
  if (other !== undefined)
    throw new Problem(409, `There is a script '${String(name)}' already. Delete it or rename it first.`)
}

/** A change of its parts changes the record. */
async function touch(tx: Tx, log: WriteLog, table: OwnerTable, id: number): Promise<void> {
  await tx.all(`UPDATE ${quoted(table)} SET "revision" = "revision" + 1 WHERE "id" = ?`, id)
  log.changed(table, id)
}
