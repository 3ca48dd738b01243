import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { notifyError } from '../../notifications/notify-refusal.ts'
import type { GridModel } from '../../widgets/grid/grid-model.ts'
import type { CellPlace } from '../../widgets/grid/selection.ts'
import type { TableDescription } from './table-description.ts'
import { linkOf } from './value-aside.ts'
import type { TablePlace } from './wire-table.ts'

/** Returns a function that opens the record that a cell references. */
export function useFollow(place: TablePlace, table: TableDescription, model: GridModel): (cell: CellPlace) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const follow = async (cell: CellPlace) => {
    const column = model.columnAt(cell.column)
    const field = table.fields.find(({ name }) => name === column?.name)
    if (!field) return
    const page = linkOf(model.valueAt(cell))
    if (page) {
      window.open(page, '_blank', 'noopener,noreferrer')
      return
    }
    const { followedValue } = await import('./follow-value.ts')
    const found = await followedValue(client, place, table, field, model.valueAt(cell))
    if (found) await navigate({ to: found.to, search: { ...found.search } })
  }
  return (cell) => void follow(cell).catch(notifyError)
}
