import { useBlocker } from '@tanstack/react-router'
import type { GridModel } from '../../widgets/grid/grid-model.ts'
import { readDataSearch } from './data-search.ts'
import { confirmDiscard } from './use-record-actions.ts'

/**
 * Asks before unsaved records are lost by opening another table, changing filter or order, going back, or closing the window; with `inForm`
 * also by opening another record.
 */
export function useUnsavedGuard(model: GridModel, inForm = false): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname && sameQuestion(current.search, next.search, inForm)) return false
      return !(await confirmDiscard(model))
    },
    enableBeforeUnload: () => model.drafts.size > 0,
  })
}

function sameQuestion(one: object, other: object, sameRecord: boolean): boolean {
  const [left, right] = [readDataSearch({ ...one }), readDataSearch({ ...other })]
  if (sameRecord && left.record !== right.record) return false
  return left.filter === right.filter && left.order === right.order
}
