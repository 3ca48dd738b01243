import { IconLink, IconPlus, IconTable, IconUnlink } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Space } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { useSaveKey } from '../../../ui/use-save-key.ts'
import { DataGrid, type GridHandle } from '../../../widgets/grid/data-grid.tsx'
import { GridModel } from '../../../widgets/grid/grid-model.ts'
import type { GridRecord, GridSource } from '../../../widgets/grid/grid-source.ts'
import { RowCards } from '../../../widgets/grid/row-cards.tsx'
import type { CellPlace } from '../../../widgets/grid/selection.ts'
import { useNarrow } from '../../../widgets/list/record-list/use-narrow.ts'
import { autoColumns } from '../auto-columns.ts'
import { dataAddress, newRowKey, writeRecordConditions } from '../data-address.ts'
import { useGridColumns, useReferenceNames } from '../grid-columns.ts'
import { GridLookup } from '../grid-lookup.tsx'
import { GridMenu, type OpenedMenu } from '../grid-menu.tsx'
import { dataMessages } from '../messages.ts'
import { recordOrder } from '../record-filter.ts'
import { RecordWork } from '../record-work.tsx'
import { ReferenceLookup } from '../reference-lookup.tsx'
import { StatusBar } from '../status-bar.tsx'
import { keyPart } from '../table-description.ts'
import { useFollow } from '../use-follow.ts'
import { type OpenRecord, useRecordActions, useUnsavedGuard } from '../use-record-actions.ts'
import { gridRows, recordSource, useCount, useModelLock } from '../use-records.ts'
import { readRecords } from '../wire-table.ts'
import {
  equalityFilter,
  isOwning,
  type Junction,
  linkProblem,
  type OpenRelation,
  sharedValues,
} from './open-relation.ts'
import styles from './related.module.css'
import { useLinks } from './use-links.ts'

export interface RelatedViewProps {
  belonging: OpenRelation
  /** The junction table, if records are linked through one. */
  junction: Junction | null
  /** Whether it is visible. */
  shown: boolean
  /** Opens one of the records. */
  Panel: ComponentType<OpenRecord>
  onModel: (model: GridModel) => void
}

/** The grid of related records; records that belong to the record are created and deleted, others are linked and unlinked. */
export function RelatedView({ belonging, junction, shown, Panel, onModel }: RelatedViewProps) {
  const { relation, target, child } = belonging
  // The description is recreated on every render, for the same table.
  const [described] = useState(child)
  const [chosen] = useState(() => autoColumns(child.fields.filter(({ name }) => !(name in child.given))))
  const { columns: sortable, ...naming } = useGridColumns(target, described, chosen)
  const columns = useMemo(() => sortable.map((column) => ({ ...column, sortable: false })), [sortable])
  const [model] = useState(() => new GridModel({ source: relatedSource(belonging), columns }))
  const [record, setRecord] = useState<string | null>(null)
  const [linking, setLinking] = useState(false)
  const [menu, setMenu] = useState<OpenedMenu | null>(null)
  const [lookup, setLookup] = useState<CellPlace | null>(null)
  const navigate = useNavigate()
  const grid = useRef<GridHandle>(null)
  const narrow = useNarrow()
  const writeBlock = useWriteBlock()
  const values = sharedValues(belonging)
  const filter = values && relation.type !== 'many_many' ? equalityFilter(values) : null
  useEffect(() => onModel(model), [onModel, model])
  useEffect(() => model.setColumns(columns), [model, columns])
  useEffect(() => () => model.stop(), [model])
  useReferenceNames(target, described, model, naming)
  const follow = useFollow(target, described, model)
  useSyncExternalStore(model.windows.changed.subscribe, model.windows.changed.version)
  useSyncExternalStore(model.drafts.changed.subscribe, model.drafts.changed.version)
  useModelLock(model)
  useCount(model, filter === null ? null : target, filter, child)
  useUnsavedGuard(model, true)

  const show = (key: string, field: string) => {
    const row = model.placeOf(key)
    const column = columns.findIndex(({ name }) => name === field)
    if (row !== null) grid.current?.show({ row, column: Math.max(0, column) })
    if (record === null) grid.current?.focus()
  }
  const actions = useRecordActions({ place: target, table: child, model, show, reveal: () => grid.current?.reveal() })
  const links = useLinks({ belonging, junction, model })
  useSaveKey(writeBlock || !shown || record !== null ? null : () => void actions.save())

  const { problem, loaded, stale } = model.windows
  const empty = loaded && !stale && model.rowCount === 0
  const owns = isOwning(relation)
  const full = relation.type === 'has_one' && model.rowCount > 0 && dataMessages.relatedExists
  const open = (index: number) => {
    const row = model.rowAt(index)
    if (row) setRecord(row.key)
  }
  const inTable = openInTable(belonging)
  const many = relation.type === 'many_many'
  return (
    <>
      <Row gap={2} wrap role="toolbar" aria-label={dataMessages.ofThisRecord({ plural: child.plural })}>
        {inTable === null ? null : (
          <Button icon={<IconTable />} onClick={() => void navigate(inTable)}>
            {dataMessages.openInTable}
          </Button>
        )}
        <Space />
        <RecordWork
          model={model}
          actions={actions}
          {...(!owns && {
            removal: junction
              ? {
                  word: dataMessages.unlink,
                  some: dataMessages.unlinkSome,
                  nothing: dataMessages.nothingToUnlink,
                  icon: <IconUnlink />,
                  run: (keys) => void links.remove(keys),
                }
              : null,
          })}
        />
        {owns ? (
          <Button
            variant={model.drafts.size > 0 ? 'default' : 'primary'}
            icon={<IconPlus />}
            disabledReason={writeBlock ?? (values === null ? dataMessages.noOwner : full)}
            onClick={() => setRecord(newRowKey)}
          >
            {dataMessages.createOne({ label: child.label })}
          </Button>
        ) : many && junction ? (
          <Button
            icon={<IconLink />}
            aria-haspopup="dialog"
            disabledReason={writeBlock ?? linkProblem(junction)}
            onClick={() => setLinking(true)}
          >
            {dataMessages.link({ label: child.label })}
          </Button>
        ) : null}
      </Row>
      {problem === null ? null : <Banner tone="danger">{messageOf(problem)}</Banner>}
      {empty ? (
        <Text tone="muted">{dataMessages.noRecords}</Text>
      ) : (
        <div className={styles.grid}>
          {narrow ? (
            <RowCards label={child.plural} model={model} onOpen={open} />
          ) : (
            <DataGrid
              handle={grid}
              label={child.plural}
              model={model}
              columns={columns}
              sort={null}
              widths={{}}
              onSort={() => {}}
              onWidth={() => {}}
              onOpen={open}
              onLookup={setLookup}
              onFollow={follow}
              onMenu={(cell, point) => setMenu({ cell, point })}
            />
          )}
        </div>
      )}
      <StatusBar model={model} onJump={null} />
      {record === null ? null : (
        <Panel
          key={record}
          place={target}
          table={child}
          model={model}
          actions={actions}
          record={record}
          within
          removable={owns}
          onClose={() => setRecord(null)}
        />
      )}
      {menu === null ? null : (
        <GridMenu
          {...menu}
          table={child}
          model={model}
          writeBlock={writeBlock}
          onOpen={open}
          onLookup={setLookup}
          onFollow={follow}
          onFilter={null}
          onDuplicate={null}
          onRemove={owns ? (keys) => void actions.remove(keys) : null}
          onClose={() => {
            setMenu(null)
            grid.current?.focus()
          }}
        />
      )}
      {lookup === null ? null : (
        <GridLookup
          place={target}
          table={child}
          model={model}
          cell={lookup}
          onClose={() => {
            setLookup(null)
            grid.current?.focus()
          }}
        />
      )}
      {linking ? (
        <ReferenceLookup
          title={dataMessages.linkTitle({ label: child.label })}
          place={target}
          onClose={() => setLinking(false)}
          onChoose={(chosen) => void links.add(chosen).then((done) => done && setLinking(false))}
        />
      ) : null}
    </>
  )
}

/** Returns the address of the same records in their own table; `null` if no filter matches them. */
function openInTable(belonging: OpenRelation): { to: string; search: { filter: string } } | null {
  const { relation, target } = belonging
  const values = sharedValues(belonging)
  if (relation.type === 'many_many' || values === null) return null
  const conditions = Object.entries(values).map(
    ([field, value]) => ({ field, operator: '=', value: String(value) }) as const,
  )
  return { to: dataAddress(target.service, target.table), search: { filter: writeRecordConditions(conditions) } }
}

/**
 * Returns the source of the related records: those of the other table with the shared values, or those that the server embeds for a
 * junction.
 */
function relatedSource(belonging: OpenRelation): GridSource {
  const { relation, target, child } = belonging
  if (relation.type === 'many_many') return embeddedSource(belonging)
  const values = sharedValues(belonging)
  if (values === null) return { read: async () => [] }
  return recordSource({ place: target, table: child, filter: equalityFilter(values), order: recordOrder(child, null) })
}

function embeddedSource({ place, table, record, relation, child }: OpenRelation): GridSource {
  const filter = equalityFilter(keyPart(record, table.key))
  return {
    read: async (offset, limit, signal) => {
      const params = { filter, related: relation.name, limit: 1 }
      const { rows } = await readRecords(place, params, signal)
      const embedded = rows[0]?.[relation.name]
      const records: readonly GridRecord[] = Array.isArray(embedded) ? embedded : []
      return gridRows(records.slice(offset, offset + limit), child, offset)
    },
  }
}
