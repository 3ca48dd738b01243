import { useState, useSyncExternalStore } from 'react'
import { classNames } from '../../ui/class-names.ts'
import room from '../../ui/room.module.css'
import { Spinner } from '../../ui/spinner.tsx'
import { Text } from '../../ui/text.tsx'
import { isZonedType } from '../../widgets/access/condition/compared-column.ts'
import { ownZone } from '../../widgets/access/condition/moment-text.ts'
import { t as conditionWords } from '../../widgets/access/condition/opened/messages.ts'
import type { GridModel } from '../../widgets/grid/grid-model.ts'
import styles from './data.module.css'
import { dataMessages } from './messages.ts'

interface StatusBarProps {
  model: GridModel
  /** `null` if it is not possible to jump to a row. */
  onJump: ((row: number) => void) | null
}

/** The number of records once it is known, the time zone of moments that are shown in the reader's, a control to jump to a row, and the latest status message. */
export function StatusBar({ model, onJump }: StatusBarProps) {
  const { windows, drafts, selection, said } = model
  useSyncExternalStore(windows.changed.subscribe, windows.changed.version)
  useSyncExternalStore(drafts.changed.subscribe, drafts.changed.version)
  useSyncExternalStore(said.subscribe, said.version)
  const ticked = useSyncExternalStore(selection.changed.subscribe, () => selection.ticked.size)
  const [text, setText] = useState('')
  const { count } = windows
  const parts = [
    count === null ? dataMessages.countingRecords : dataMessages.countedRecords({ count }),
    ...(ticked > 0 ? [dataMessages.selected({ count: ticked })] : []),
    ...(model.columns.some(({ hint = '' }) => isZonedType(hint))
      ? [conditionWords.ownZoneHelp({ zone: ownZone() })]
      : []),
    ...(drafts.size > 0 ? [dataMessages.countUnsaved({ count: drafts.size })] : []),
  ]
  const jump = () => {
    const wanted = Number(text.replaceAll(/[^\d]/g, ''))
    if (!(wanted > 0)) return
    onJump?.(Math.min(wanted - 1 + drafts.created.length, Math.max(0, model.rowCount - 1)))
    setText('')
  }
  return (
    <div className={styles.status}>
      <Text nowrap>
        {parts.join(' · ')} {windows.busy ? <Spinner /> : null}
      </Text>
      <p className={classNames(styles.said, room.from640)} role="status">
        {model.saying}
      </p>
      {onJump === null ? null : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            jump()
          }}
        >
          <input
            className={styles.jump}
            aria-label={dataMessages.goToRow}
            placeholder={dataMessages.goToRow}
            inputMode="numeric"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
      )}
    </div>
  )
}
