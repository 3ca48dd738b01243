import { type FilterOperator, filterOperators } from '@millwright/contract/records/role'
import { type ComparedColumn, comparedKind } from '../../widgets/condition/compared-column.ts'
import { kindOf, labelOf } from './field-kind.ts'
import { type Operator, operators } from './record-filter.ts'
import type { WireField } from './wire-table.ts'

/** Operators with a shorter name than in filters of roles. */
const filterNames: Readonly<Partial<Record<Operator, FilterOperator>>> = {
  is: '=',
  null: 'is null',
  filled: 'is not null',
}

/** The operator as filters of roles name it. */
export function filterOperator(operator: Operator): FilterOperator {
  const name: string = filterNames[operator] ?? operator
  return filterOperators.find((one) => one === name) ?? '='
}

export function operatorNamed(name: string): Operator | undefined {
  if (name === 'is null') return 'null'
  return name === 'is not null' ? 'filled' : operators.find((one) => one === name)
}

/** A field as conditions compare it. */
export function comparedColumn(field: WireField): ComparedColumn {
  const kind = comparedKind(kindOf(field) === 'json' ? 'json' : (field.type ?? 'string'))
  const values = kind === 'boolean' ? ['TRUE', 'FALSE'] : (field.picklist ?? []).map(String)
  return { name: field.name, label: labelOf(field), kind, values: values.map((value) => ({ value, label: value })) }
}
