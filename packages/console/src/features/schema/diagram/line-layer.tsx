import { memo } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './diagram.module.css'
import type { Line } from './lines.ts'

interface LineLayerProps {
  lines: readonly Line[]
  /** The table whose lines are highlighted. */
  lit: string | null
  /** Omits the marks at the ends of lines, which would be too small to see. */
  plain: boolean
}

/** The lines between tables. A crow's foot marks the end with many rows. */
export const LineLayer = memo(function LineLayer({ lines, lit, plain }: LineLayerProps) {
  return (
    <svg className={styles.lines} aria-hidden="true" focusable="false">
      <defs>
        <marker
          id="line-many"
          viewBox="0 0 12 12"
          refX="0"
          refY="6"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 1 L10 6 L0 11 M0 6 L10 6" className={styles.lineEnd} />
        </marker>
        <marker
          id="line-one"
          viewBox="0 0 12 12"
          refX="6"
          refY="6"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M3 2 L3 10" className={styles.lineEnd} />
        </marker>
      </defs>
      {lines.map(({ link, path }) => (
        <path
          key={link.id}
          d={path}
          className={classNames(
            styles.line,
            link.virtual && styles.virtual,
            lit !== null && (link.from === lit || link.to === lit) && styles.lit,
          )}
          markerStart={plain ? undefined : `url(#line-${link.single ? 'one' : 'many'})`}
          markerEnd={plain ? undefined : 'url(#line-one)'}
        />
      ))}
    </svg>
  )
})
