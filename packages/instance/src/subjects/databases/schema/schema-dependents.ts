import type { Dependents } from '@millwright/contract/wire/dependents'
import { dialectOf } from '../../../records/system/dialect.ts'
import { transactionOf } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { text } from '../../../request/params.ts'
import { findBroken, findRenamed } from '../../system/dependents/find-dependents.ts'
import type { Target } from '../../system/dependents/forms.ts'
import { readableDependents } from '../../system/dependents/readable-dependents.ts'
import type { DatabaseContext } from '../database-context.ts'
import { fieldOf } from './read-schema.ts'
import { assertMay } from './schema-access.ts'
import type { SchemaCache } from './schema-reader.ts'
import { wireName } from './table-name.ts'

/**
 * What names a table or one of its fields in the instance, as far as the caller may read it: what breaks if it is dropped, or, with `rename`,
 * what follows another alias (docs/wire/schema.md). Throws like a read of the table.
 */
export async function readDependents(
  { service, schema }: Pick<DatabaseContext, 'service'> & { readonly schema: SchemaCache },
  request: ApiRequest,
  name: string,
  field: string | null,
): Promise<Dependents> {
  const table = await schema.table(name)
  assertMay(request, table.name)
  const { store, kinds } = service.host.parts
  const of = { id: service.row.id, name: service.row.name }
  const target: Target =
    field === null
      ? { kind: 'table', name: table.apiName, service: of, stored: wireName(table.table) }
      : { kind: 'field', name: fieldOf(table, field).apiName, service: of, table: table.apiName }
  const tx = transactionOf(dialectOf(store.engine), store.statements)
  const to = text(request.params, 'rename')
  const groups = await (to === undefined ? findBroken({ tx, kinds }, target) : findRenamed({ tx, kinds }, target, to))
  return readableDependents(tx, request, groups)
}
