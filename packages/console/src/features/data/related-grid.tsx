import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DataGrid } from '../../widgets/data-grid/data-grid.tsx'
import { GridModel } from '../../widgets/data-grid/grid-model.ts'
import type { GridColumn, GridRecord } from '../../widgets/data-grid/grid-source.ts'
import { autoColumns } from './auto-columns.ts'
import { dataAddress } from './data-address.ts'
import { writeConditions } from './data-search.ts'
import { gridColumns } from './grid-columns.ts'
import { dataMessages } from './messages.ts'
import styles from './record-form.module.css'
import { relatedSource } from './related-source.ts'
import { recordKey, type TableDescription } from './table-description.ts'
import type { TablePlace, WireRelation } from './wire-table.ts'

interface RelatedGridProps {
  place: TablePlace
  table: TableDescription
  record: GridRecord
  relation: WireRelation
  target: TablePlace
  child: TableDescription
}

const untouched = 'Open the table to change its records.'

/** The related records to look at; they are edited in their own table. */
export function RelatedGrid({ place, table, record, relation, target, child }: RelatedGridProps) {
  const navigate = useNavigate()
  const columns = useMemo(
    () =>
      gridColumns(child, autoColumns(child.fields)).map(
        (column): GridColumn => ({ ...column, locked: untouched, sortable: false }),
      ),
    [child],
  )
  const model = useMemo(
    () => new GridModel({ source: relatedSource({ place, table, record, relation, target, child }), columns }),
    [place, table, record, relation, target, child, columns],
  )
  useEffect(() => () => model.stop(), [model])
  useSyncExternalStore(model.windows.changed.subscribe, model.windows.changed.version)
  const { problem } = model.windows
  const empty = model.windows.loaded && model.rowCount === 0
  const field = relation.ref_field ?? ''
  const value = record[relation.field ?? '']
  const address = dataAddress(target.service, target.table)
  const open = (index: number) => {
    const row = model.rowAt(index)
    if (row && recordKey(row.record, child.key) !== null) void navigate({ to: address, search: { record: row.key } })
  }
  return (
    <>
      {problem === null ? null : <Banner tone="danger">{messageOf(problem)}</Banner>}
      {empty ? (
        <p className={styles.note}>{dataMessages.noRecords}</p>
      ) : (
        <div className={styles.relatedGrid}>
          <DataGrid
            label={child.plural}
            model={model}
            columns={columns}
            sort={null}
            widths={{}}
            onSort={() => {}}
            onWidth={() => {}}
            onOpen={open}
            onLookup={null}
          />
        </div>
      )}
      {relation.type === 'many_many' || value === null || value === undefined ? null : (
        <div>
          <Button
            onClick={() =>
              void navigate({
                to: address,
                search: { filter: writeConditions([{ field, operator: '=', value: String(value) }]) },
              })
            }
          >
            Edit these in {child.label}
          </Button>
        </div>
      )}
    </>
  )
}
