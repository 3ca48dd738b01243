import { IconExternalLink, IconEye, IconKey, IconLink } from '@tabler/icons-react'
import { memo } from 'react'
import { Text } from '../../../ui/text.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { schemaMessages } from '../messages.ts'
import styles from './diagram.module.css'
import type { GroupBox } from './layout.ts'
import { type GraphTable, shownFields } from './schema-graph.ts'
import type { GroupTitle } from './table-groups.ts'
import type { Box } from './view.ts'

interface TableBoxProps {
  table: GraphTable
  box: Box
  /** URL of its editor. */
  address: string
  /** Whether its fields are drawn. */
  withFields: boolean
  /** Name of its service, if that is another one. */
  serviceName: string | null
  /** Names of the tables that it refers to. */
  targets: readonly string[] | undefined
  current: boolean
  dimmed: boolean
  onNear: (id: string | null) => void
  onFocus: (id: string) => void
}

/** A table as a box with its name and fields, linked to its editor. Clicks are handled by the container. */
export const TableBox = memo(function TableBox(props: TableBoxProps) {
  const { table, box, serviceName } = props
  const shown = props.withFields ? shownFields(table) : []
  const hidden = props.withFields ? table.fields.length - shown.length : 0
  return (
    <a
      href={props.address}
      draggable={false}
      className={styles.box}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      data-table={table.id}
      data-elsewhere={serviceName !== null || undefined}
      data-dimmed={props.dimmed || undefined}
      tabIndex={props.current ? 0 : -1}
      onPointerEnter={() => props.onNear(table.id)}
      onPointerLeave={() => props.onNear(null)}
      onFocus={() => props.onFocus(table.id)}
    >
      <span className={styles.boxHead}>
        {table.isView ? <IconEye aria-hidden="true" /> : null}
        {serviceName === null ? null : <IconExternalLink aria-hidden="true" />}
        <Text as="span" size="sm" weight="strong" mono truncate className={styles.boxName}>
          <VisuallyHidden>{table.isView ? schemaMessages.view : tabWords.table}</VisuallyHidden>{' '}
          {serviceName === null ? table.name : `${serviceName}: ${table.name}`}
          <VisuallyHidden>{aboutOf(table, props.targets)}</VisuallyHidden>
        </Text>
      </span>
      {shown.map(({ name, type, mark }) => (
        <span key={name} className={styles.boxRow}>
          <span className={styles.boxMark}>
            {mark === 'key' ? (
              <IconKey aria-hidden="true" />
            ) : mark === 'foreign' ? (
              <IconLink aria-hidden="true" />
            ) : null}
          </span>
          <Text as="span" mono shrink truncate grow>
            {name}
          </Text>
          <Text as="span" tone="muted">
            {type}
          </Text>
        </span>
      ))}
      {hidden > 0 ? (
        <Text as="span" tone="muted" className={styles.boxMore}>
          {schemaMessages.more({ count: hidden })}
        </Text>
      ) : null}
    </a>
  )
})

function aboutOf({ fields }: GraphTable, targets: readonly string[] = []): string {
  const count = fields.length
  return targets.length === 0
    ? schemaMessages.aboutTable({ count })
    : schemaMessages.aboutTableLeading({ count, targets: targets.join(', ') })
}

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
