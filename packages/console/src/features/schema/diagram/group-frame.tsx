import { memo } from 'react'
import styles from './diagram.module.css'
import type { GroupBox } from './layout.ts'

/** Pixels on the screen, however far away the drawing is. */
const titleSize = 14

interface GroupFrameProps {
  group: GroupBox
  zoom: number
}

/** The frame around tables that belong together, with a title that stays readable. */
export const GroupFrame = memo(function GroupFrame({ group, zoom }: GroupFrameProps) {
  const { title, count, x, y, width, height } = group
  return (
    <div className={styles.group} style={{ left: x, top: y, width, height }}>
      <p className={styles.groupTitle} style={{ fontSize: titleSize / Math.min(1, zoom) }}>
        {title} ({count})
      </p>
    </div>
  )
})
