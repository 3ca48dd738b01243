import { memo } from 'react'
import { schemaMessages } from '../messages.ts'
import styles from './diagram.module.css'
import type { GroupBox } from './layout.ts'
import type { GroupTitle } from './table-groups.ts'

/** Pixels on the screen, at any zoom. */
const titleSize = 14

interface GroupFrameProps {
  group: GroupBox
  zoom: number
}

/** The frame around a group of tables, with a title that stays readable at any zoom. */
export const GroupFrame = memo(function GroupFrame({ group, zoom }: GroupFrameProps) {
  const { count, x, y, width, height } = group
  return (
    <div className={styles.group} style={{ left: x, top: y, width, height }}>
      <p className={styles.groupTitle} style={{ fontSize: titleSize / Math.min(1, zoom) }}>
        {titleOf(group)} ({count})
      </p>
    </div>
  )
})

function titleOf({ name, lone }: GroupTitle): string {
  if (!lone) return name
  return name === '' ? schemaMessages.withoutRelations : schemaMessages.schemaWithoutRelations({ schema: name })
}
