import type { RawColumn, RawForeignKey, RawTable } from '@millwright/connector/engine/catalog'
import { databaseUnavailable } from '@millwright/connector/engine/problems'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { SalesforceClient } from './salesforce-client.ts'

/** Number of objects described per request. */
const together = 25

/** Converts the result of `describe` to a table. */
export function tableOf(described: Readonly<Record<string, unknown>>, where: string): RawTable {
  const fields = Array.isArray(described.fields) ? described.fields.filter(isRecord) : null
  if (typeof described.name !== 'string' || fields === null)
    throw databaseUnavailable(where, 'its response cannot be read.')
  return {
    schema: null,
    name: described.name,
    isView: described.updateable === false && described.createable === false,
    columns: fields.map(columnOf),
    primaryKey: fields.some(({ name }) => name === 'Id') ? ['Id'] : [],
    uniques: fields
      .filter(({ unique }) => unique === true)
      .map(({ name }) => ({ name: String(name), columns: [String(name)] })),
    indexes: [],
    foreignKeys: fields.flatMap(referenceOf),
    source: null,
  }
}

type Field = Readonly<Record<string, unknown>>

function columnOf(field: Field): RawColumn {
  const { name, type, length, precision, scale, digits } = field
  const isWhole = type === 'int' || (type === 'double' && scale === 0)
  const isNumber = ['double', 'currency', 'percent', 'int', 'long'].includes(String(type))
  const isText = !isNumber && typeof length === 'number' && length > 0
  const size =
    isNumber && !isWhole ? { precision: Number(precision), scale: Number(scale) } : { precision: null, scale: null }
  return {
    name: String(name),
    dbType: isWhole
      ? `int(${Number(type === 'int' ? digits : precision)})`
      : sized(String(type), isText ? Number(length) : null),
    nullable: field.nillable !== false,
    default: null,
    autoIncrement: false,
    generated: field.createable === false && field.updateable === false,
    length: isText ? Number(length) : null,
    ...size,
    fixedLength: false,
    multibyte: isText,
  }
}

const sized = (type: string, length: number | null): string => (length === null ? type : `${type}(${length})`)

/** A field that refers to several types of objects is not a foreign key. */
function referenceOf({ name, type, referenceTo }: Field): RawForeignKey[] {
  const targets = type === 'reference' && Array.isArray(referenceTo) ? referenceTo : []
  const [target] = targets
  if (typeof target !== 'string' || targets.length !== 1) return []
  const key = { name: String(name), columns: [String(name)], targetColumns: ['Id'] }
  return [{ ...key, target: { schema: null, name: target }, onUpdate: null, onDelete: null }]
}

/** Names of the objects that are tables: the configured ones, or those with pages of their own in Salesforce. */
export async function objectNames(
  client: SalesforceClient,
  objects: readonly string[],
  where: string,
): Promise<string[]> {
  if (objects.length > 0) return [...objects]
  const answer = await client.call('GET', 'sobjects')
  if (!isRecord(answer) || !Array.isArray(answer.sobjects))
    throw databaseUnavailable(where, 'its response cannot be read.')
  return answer.sobjects
    .filter(isRecord)
    .filter(({ queryable, layoutable }) => queryable === true && layoutable !== false)
    .map(({ name }) => String(name))
}

/** Describes objects, several per request. Objects that do not exist are omitted. */
export async function describeObjects(
  client: SalesforceClient,
  names: readonly string[],
  { version, where }: { readonly version: string; readonly where: string },
): Promise<RawTable[]> {
  const tables: RawTable[] = []
  for (let from = 0; from < names.length; from += together) {
    const some = names.slice(from, from + together)
    const batchRequests = some.map((name) => ({
      method: 'GET',
      url: `${version}/sobjects/${encodeURIComponent(name)}/describe`,
    }))
    const answer = await client.call('POST', 'composite/batch', { batchRequests })
    if (!isRecord(answer) || !Array.isArray(answer.results))
      throw databaseUnavailable(where, 'its response cannot be read.')
    for (const each of answer.results)
      if (isRecord(each) && each.statusCode === 200 && isRecord(each.result)) tables.push(tableOf(each.result, where))
  }
  return tables
}
