import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { relationTypes } from '@millwright/contract/wire/table-schema'
import { readBody } from '../../../../request/body.ts'
import { ItemReader, type RelationDraft, type TableDraft } from './drafts.ts'
import type { VirtualRelation } from './extras.ts'
import { namesInList, readName } from './names.ts'
import { readKeyDrafts, readNames } from './plan-keys.ts'
import { assertDistinct, readAction, readFieldDraft } from './read-field-draft.ts'

/**
 * Reads a relation as sent to a service; `named`: its name in the URL, if any. A virtual relation requires its ends, any other its name.
 * Throws 400 for invalid ones.
 */
export function readRelationDraft(value: unknown, serviceId: number, named?: string): RelationDraft {
  const unnamed = new ItemReader(value, 'A relation')
  const name = named ?? unnamed.text('name') ?? null
  const item = name === null ? unnamed : new ItemReader(value, `Relation '${name}'`)
  const isVirtual = item.flag('is_virtual') === true
  if (!isVirtual && name === null) throw new Problem(400, 'A relation that is not virtual needs its name.')
  return {
    name,
    virtual: isVirtual ? readEnds(item, serviceId) : null,
    extras: {
      alias: item.text('alias'),
      label: item.text('label'),
      description: item.text('description'),
      alwaysFetch: item.flag('always_fetch'),
      flatten: item.flag('flatten'),
      flattenDropPrefix: item.flag('flatten_drop_prefix'),
    },
  }
}

function readEnds(item: ItemReader, serviceId: number): VirtualRelation {
  const said = item.text('type')?.trim().toLowerCase()
  const type = relationTypes.find((known) => known === said)
  if (type === undefined) throw item.refusal(`'type' must be one of ${relationTypes.join(', ')}`)
  const throughJunction = type === 'many_many'
  const needed = (name: string): string => {
    const text = item.text(name)
    if (text === null || text === undefined) throw item.refusal(`'${name}' is needed`)
    return text
  }
  const columns = (name: string) => namesInList(needed(name)).join(',')
  return {
    type,
    field: columns('field'),
    refServiceId: item.whole('ref_service_id') ?? serviceId,
    refTable: needed('ref_table'),
    refField: columns('ref_field'),
    refOnUpdate: readAction(item, 'ref_on_update') ?? null,
    refOnDelete: readAction(item, 'ref_on_delete') ?? null,
    junctionServiceId: throughJunction ? (item.whole('junction_service_id') ?? serviceId) : null,
    junctionTable: throughJunction ? needed('junction_table') : null,
    junctionField: throughJunction ? columns('junction_field') : null,
    junctionRefField: throughJunction ? columns('junction_ref_field') : null,
  }
}

/** Reads a table as sent; `named`: its name in the URL, if any. Throws 400 with the name of the table. */
export function readTableDraft(value: unknown, serviceId: number, named?: string): TableDraft {
  const name = readName(value, 'table', named)
  const item = new ItemReader(value, `Table '${name}'`)
  try {
    const fields = item.list('field')?.map((each) => readFieldDraft(each))
    assertDistinct(fields ?? [])
    return {
      name,
      extras: {
        alias: item.text('alias'),
        label: item.text('label'),
        plural: item.text('plural'),
        description: item.text('description'),
        nameField: item.text('name_field'),
        history: item.flag('history'),
      },
      fields,
      keys: readKeyDrafts(item),
      primaryKey: readNames(item, 'primary_key') ?? undefined,
      relations: (item.list('related') ?? []).map((each) => readRelationDraft(each, serviceId)),
    }
  } catch (error) {
    throw inTable(name, error)
  }
}

/** Returns the items of a body: a list, wrapped or bare, or a single item. Throws 400 if it is empty. */
export function itemsOf(payload: unknown, what: string): readonly unknown[] {
  const { records } = readBody(payload)
  if (records.length === 0) throw new Problem(400, `The request names no ${what}.`)
  return records
}

/** Returns the single item of a body whose URL names it; a list of one is accepted. */
export function oneItem(payload: unknown, what: string): object {
  const { records } = readBody(payload)
  const [item] = records
  if (records.length !== 1 || !isRecord(item)) throw new Problem(400, `The request must have one ${what}.`)
  return item
}

/** Adds the table's name to an error about one of its parts. */
function inTable(table: string, error: unknown): unknown {
  if (!(error instanceof Problem) || error.message.startsWith(`Table '`)) return error
  const { status, code, context } = error
  return new Problem(status, `Table '${table}': ${error.message}`, { code, context })
}
