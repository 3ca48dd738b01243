import type { ListAnswer } from '@millwright/contract/wire/list'
import { send } from './send.ts'

/** A relation to one record as servers return it: the record or `null`, or a list of at most one. */
export type HasOne<T> = T | readonly T[] | null

/** The related record, whatever its representation; `null` if there is none. */
export function oneOf<T>(answered: HasOne<T> | undefined): T | null {
  return (isList(answered) ? answered[0] : answered) ?? null
}

interface ShapeParts {
  /** `system/service`. */
  readonly collection: string
  /** Names of relations to one record. */
  readonly relations: readonly string[]
  /** The body to send, with each relation as a record, or `null` to delete it. */
  readonly body: object
  /** The record as read; `null` for a new one. */
  readonly base: unknown
}

/**
 * Converts the body so that each relation to one record has the shape in which this server returns it: servers that return lists accept
 * nothing else. For a new record, the shape is taken from any other record.
 */
export async function toServerShape({ collection, relations, body, base }: ShapeParts): Promise<object> {
  const bodyFields = new Map<string, unknown>(Object.entries(body))
  const before = new Map<string, unknown>(typeof base === 'object' && base !== null ? Object.entries(base) : [])
  const shaped = new Map(bodyFields)
  for (const relation of relations) {
    if (!bodyFields.has(relation)) continue
    const wanted = bodyFields.get(relation)
    if (base === null && wanted === null) shaped.delete(relation)
    else {
      const answered = before.has(relation) ? before.get(relation) : await relationOfAnyRecord(collection, relation)
      if (isList(answered)) shaped.set(relation, asList(relation, wanted, answered[0]))
    }
  }
  return Object.fromEntries(shaped)
}

/** A server that returns lists keeps related records that a list omits; one is deleted by setting its owner to `null`. */
function asList(relation: string, wanted: unknown, stored: unknown): readonly unknown[] {
  if (wanted !== null) return [wanted]
  const owner = relation.slice(relation.indexOf('_by_') + '_by_'.length)
  return typeof stored === 'object' && stored !== null ? [{ ...stored, [owner]: null }] : []
}

/** The relation of any other record; an empty list if there is none, since our servers accept lists too. */
async function relationOfAnyRecord(collection: string, relation: string): Promise<unknown> {
  const params = { fields: 'id', related: relation, limit: 1 }
  const { data } = await send<ListAnswer<object>>({ verb: 'GET', path: collection, params })
  const answered = data.resource?.map((record) => Reflect.get(record, relation)) ?? []
  return answered.length === 0 ? [] : answered[0]
}

function isList<T>(value: T | readonly T[] | null | undefined): value is readonly T[] {
  return Array.isArray(value)
}
