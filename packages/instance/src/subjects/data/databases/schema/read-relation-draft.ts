import { Problem } from '@millwright/contract/problem'
import { relationTypes } from '@millwright/contract/wire/table-schema'
import type { RelationDraft } from './drafts.ts'
import type { VirtualRelation } from './extras.ts'
import { ItemReader } from './item-reader.ts'
import { readAction } from './read-field-draft.ts'
import { columnsIn } from './relation-name.ts'

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
  const columns = (name: string) => columnsIn(needed(name)).join(',')
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
