import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import styles from './diagram.module.css'
import type { TableNode } from './flow-parts.ts'
import { shownFields } from './layout.ts'

/** A table as a box: its name and its fields. */
export const TableBox = memo(function TableBox({ data: { table, serviceName } }: NodeProps<TableNode>) {
  const shown = shownFields(table)
  const hidden = table.fields.length - shown.length
  return (
    <div className={styles.box} data-elsewhere={serviceName !== null || undefined}>
      <div className={styles.boxHead}>
        {table.isView ? <IconEye aria-label="View" /> : null}
        {serviceName === null ? null : <IconExternalLink aria-label="In another service" />}
        <span className={styles.boxName}>{serviceName === null ? table.name : `${serviceName}: ${table.name}`}</span>
      </div>
      <ul className={styles.boxRows}>
        {shown.map(({ name, type, mark }) => (
          <li key={name} className={styles.boxRow}>
            <span className={styles.boxMark}>
              {mark === 'key' ? (
                <IconKey aria-label="key" />
              ) : mark === 'foreign' ? (
                <IconLink aria-label="leads on" />
              ) : null}
            </span>
            <span className={styles.boxField}>{name}</span>
            <span className={styles.boxType}>{type}</span>
          </li>
        ))}
        {hidden > 0 ? <li className={styles.boxMore}>{hidden} more</li> : null}
      </ul>
    </div>
  )
})
