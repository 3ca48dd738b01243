import { useBlocker } from '@tanstack/react-router'
import type { GridModel } from '../../widgets/data-grid/grid-model.ts'
import { readDataSearch } from './data-search.ts'
import { mayLose } from './use-record-actions.ts'

/** Asks before unsaved records are left: by another table, filter or order, by the back button, by closing the window. */
export function useUnsavedGuard(model: GridModel): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname && sameQuestion(current.search, next.search)) return false
      return !(await mayLose(model))
    },
    enableBeforeUnload: () => model.drafts.size > 0,
  })
}

function sameQuestion(one: object, other: object): boolean {
  const [left, right] = [readDataSearch({ ...one }), readDataSearch({ ...other })]
  return left.filter === right.filter && left.order === right.order
}
