import { Problem } from '@millwright/contract/problem'
import { verbMask } from '@millwright/contract/verbs'
import { decide } from '../../../../access/decide.ts'
import { accessProblem } from '../../../../access/refusal.ts'
import type { DescribedField, DescribedRelation, DescribedTable } from '../../../../records/described-table.ts'
import { NameIndex } from '../../../../records/names.ts'
import { wireField, wireListEntry, wireRelation, wireTable } from '../../../../records/wire-table.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { idsOf, readBody } from '../../../../request/body.ts'
import { choice, flag, text } from '../../../../request/params.ts'
import type { SchemaCache } from './schema-reader.ts'

/** Returns the verbs that the caller may use on a table's description, as a mask. */
export function maskOf(request: ApiRequest, table: string): number {
  return decide({ ...request, resource: `_schema/${table}` }, []).mask
}

/** Throws if the caller lacks access to a table that is named in the body instead of the URL. */
export function assertMay(request: ApiRequest, table: string): void {
  if ((maskOf(request, table) & verbMask[request.verb]) !== 0) return
  throw accessProblem({ ...request, resource: `_schema/${table}` })
}

/** `GET _schema`: lists the tables that the caller has any access to; with `ids`, full descriptions (docs/wire/schema.md). */
export async function listTables(schema: SchemaCache, request: ApiRequest): Promise<object> {
  const { params } = request
  const refresh = flag(params, 'refresh')
  const ids = idsOf(request, readBody(request.payload))
  if (ids !== null) {
    if (refresh) await schema.state(true)
    return { resource: await Promise.all(ids.map((id) => describe(schema, request, String(id)))) }
  }
  const prefix = text(params, 'schema')
  const entries = (await schema.tables(refresh)).flatMap((table) => {
    if (prefix !== undefined && !table.name.toLowerCase().startsWith(`${prefix.toLowerCase()}.`)) return []
    const mask = maskOf(request, table.name)
    return mask === 0 ? [] : [{ table, mask }]
  })
  if (flag(params, 'as_list')) return { resource: entries.map(({ table }) => table.name) }
  const chosen = choice(params)
  return { resource: entries.map(({ table, mask }) => chosen({ ...wireListEntry(table, mask) })) }
}

/** `GET _schema/{table}`. */
export async function readTable(schema: SchemaCache, request: ApiRequest, name: string): Promise<object> {
  const table = await schema.table(name, flag(request.params, 'refresh'))
  return wireTable(table, await rawOf(schema, table), maskOf(request, table.name))
}

/** `GET _schema/{table}/_field` and `_related`, one or several. */
export async function readParts(
  schema: SchemaCache,
  request: ApiRequest,
  [name, kind, part]: readonly [string, '_field' | '_related', string | undefined],
): Promise<object> {
  const table = await schema.table(name, flag(request.params, 'refresh'))
  const wire = (each: string) =>
    kind === '_field' ? wireField(fieldOf(table, each)) : wireRelation(relationOf(table, each))
  if (part !== undefined) return wire(part)
  const ids = idsOf(request, readBody(request.payload))
  if (ids !== null) return { resource: ids.map((id) => wire(String(id))) }
  const names = (kind === '_field' ? table.fields : table.relations).map((each) => each.name)
  if (flag(request.params, 'as_list')) return { resource: names }
  return { resource: kind === '_field' ? table.fields.map(wireField) : table.relations.map(wireRelation) }
}

export function fieldOf(table: DescribedTable, name: string): DescribedField {
  const field = findField(table, name)
  if (field === undefined) throw new Problem(404, `Field '${name}' does not exist in table '${table.name}'.`)
  return field
}

export function findField({ fields }: DescribedTable, name: string): DescribedField | undefined {
  return byName('fields', fields).get(name)
}

export function relationOf({ name: table, relations }: DescribedTable, name: string): DescribedRelation {
  const relation = byName('relations', relations).get(name)
  if (relation === undefined) throw new Problem(404, `Relation '${name}' does not exist in table '${table}'.`)
  return relation
}

async function describe(schema: SchemaCache, request: ApiRequest, name: string): Promise<object> {
  const table = await schema.table(name)
  assertMay(request, table.name)
  return wireTable(table, await rawOf(schema, table), maskOf(request, table.name))
}

async function rawOf(schema: SchemaCache, table: DescribedTable) {
  return (await schema.state()).raw.get(table.name)
}

function byName<Item extends { readonly name: string }>(what: string, items: readonly Item[]): NameIndex<Item> {
  return new NameIndex(
    what,
    items.map((item) => [item.name, item] as const),
  )
}
