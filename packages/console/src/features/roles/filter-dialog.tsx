import { useState } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { RowFilter } from '../../widgets/access/access-rules/row-access.ts'
import type { MatrixLine } from './matrix.ts'
import { t } from './opened/messages.ts'
import { componentLabel } from './role-services.ts'
import { RowFilters } from './row-filters.tsx'

interface FilterDialogProps {
  line: MatrixLine
  onApply: (filter: RowFilter) => void
  onClose: () => void
}

/** The row filter of a line of the matrix, which applies to all of its rules. */
export function FilterDialog({ line, onApply, onClose }: FilterDialogProps) {
  const { serviceId, components, label, name } = line
  const [filter, setFilter] = useState<RowFilter>(line.filter ?? { filters: [], filterOp: 'AND' })
  const apply = (chosen: RowFilter) => {
    onApply({ ...chosen, filters: chosen.filters.filter((each) => each.name.trim() !== '') })
    onClose()
  }
  return (
    <FormDialog
      title={t.filterRowsTitle({ about: `${name} ${componentLabel(label)}` })}
      size="medium"
      description={t.rowFilterPurpose}
      action={t.setFilter}
      running={false}
      problem={null}
      onDismiss={() => {}}
      onSubmit={() => apply(filter)}
      onClose={onClose}
    >
      <RowFilters
        service={name}
        subject={{ serviceId, component: components[0] ?? null }}
        filter={filter}
        onChange={setFilter}
        onChosen={apply}
      />
    </FormDialog>
  )
}
