import type { BoundValue } from '@millwright/connector/engine/statement'
import type { DescribedField } from '../described-table.ts'
import { type AssignedColumn, type Assignments, plainValue, type ReturnedColumn } from '../write-statements.ts'
import type { Draft } from './draft.ts'
import { SqlConstant } from './sql-constant.ts'
import type { WriteField, WriteFields } from './write-fields.ts'

type Mode = 'onInsert' | 'onUpdate'

/** Returns the assignments of a draft. */
export function assignmentsOf(fields: WriteFields, { slots }: Draft, mode: Mode): Assignments {
  const values: BoundValue[] = []
  let name = ''
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index]
    if (slot === undefined) continue
    if (slot instanceof SqlConstant) {
      name += `${index}=${slot.sql},`
      continue
    }
    name += `${index},`
    const around = fields.all[index]?.[mode] ?? null
    for (let times = around === null ? 1 : partsOf(around).length - 1; times > 0; times -= 1) values.push(slot)
  }
  const columns = () => fields.all.flatMap((field) => assigned(field, slots[field.index], mode))
  return { name, values, columns }
}

/** Returns the columns of fields, aliased to their API names. */
export function returnedColumns(
  { quote }: { quote(name: string): string },
  fields: readonly DescribedField[],
): ReturnedColumn[] {
  return fields.map(({ name, apiName }) => ({ column: quote(name), as: quote(apiName) }))
}

function assigned(field: WriteField, slot: Draft['slots'][number], mode: Mode): AssignedColumn[] {
  if (slot === undefined) return []
  const { column } = field
  if (slot instanceof SqlConstant) return [{ column, around: [slot.sql] }]
  const around = field[mode]
  return [{ column, around: around === null ? plainValue : partsOf(around) }]
}

/** Splits a function's SQL at the placeholders of the value, quoted or not: the value is bound. */
function partsOf(around: string): readonly string[] {
  return around.split(/'\{value\}'|"\{value\}"|\{value\}/i)
}
