import { ServicesSelect } from '../../../widgets/pickers/service-select/services-select.tsx'
import type { FieldOf } from './config-field.ts'
import { heldList } from './config-value.ts'
import type { ControlProps } from './control-props.ts'
import { TableGroup } from './table-group.tsx'

/** A setting with a list of service names. */
export function ServiceNames({ field, label, value, error, onChange }: ControlProps<FieldOf<'list'>>) {
  const held = heldList(value).filter((name) => name.trim() !== '')
  const name = label ?? field.label
  return (
    <TableGroup field={field} label={name} error={error} count={held.length}>
      <ServicesSelect label={name} value={held} onChange={onChange} />
    </TableGroup>
  )
}
