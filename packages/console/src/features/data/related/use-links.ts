import { useRef } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import type { GridModel } from '../../../widgets/grid/grid-model.ts'
import type { GridRecord } from '../../../widgets/grid/grid-source.ts'
import { dataMessages } from '../messages.ts'
import { type Junction, link, type OpenRelation, unlink } from './open-relation.ts'

interface LinkParts {
  readonly belonging: OpenRelation
  readonly junction: Junction | null
  readonly model: GridModel
}

/** Links records through a junction, and unlinks them without deleting them. */
export function useLinks({ belonging: { child }, junction, model }: LinkParts) {
  const tell = (text: string) => {
    notify({ type: 'success', title: dataMessages.module, text })
    model.say(text)
  }

  const underWay = useRef(false)
  /** Links a record, unless one is being linked. Resolves to whether it was linked. */
  const add = async (record: GridRecord): Promise<boolean> => {
    if (!junction || underWay.current) return false
    underWay.current = true
    try {
      await link(junction, record)
    } catch (error) {
      notifyError(error)
      return false
    } finally {
      underWay.current = false
    }
    model.windows.refresh()
    tell(dataMessages.linked)
    return true
  }

  const remove = async (keys: readonly string[]): Promise<void> => {
    if (!junction) return
    const records = keys.flatMap((key): readonly GridRecord[] => {
      const record = model.windows.rowOf(key)?.record
      return record ? [record] : []
    })
    if (records.length === 0) {
      notify({ type: 'error', title: dataMessages.module, text: dataMessages.nothingToUnlink, tag: 'data' })
      return
    }
    const count = records.length
    const done = await confirm({
      title: dataMessages.unlinkQuestion({ count, plural: child.plural }),
      text: dataMessages.unlinkHelp({ count, plural: junction.table.plural }),
      action: dataMessages.unlinkRecords({ count }),
      danger: true,
      run: () => unlink(junction, records),
    })
    if (!done) return
    model.selection.tick(keys, false)
    model.windows.refresh(new Set(keys))
    tell(dataMessages.unlinked({ count }))
  }

  return { add, remove }
}
