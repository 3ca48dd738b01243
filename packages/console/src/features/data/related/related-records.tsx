import { type ComponentType, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import type { GridModel } from '../../../widgets/data-grid/grid-model.ts'
import type { GridRecord } from '../../../widgets/data-grid/grid-source.ts'
import type { OpenRecord } from '../open-record.ts'
import type { TableDescription } from '../table-description.ts'
import { mayLose } from '../use-record-actions.ts'
import type { TablePlace } from '../wire-table.ts'
import { OpenedRelation } from './opened-relation.tsx'
import styles from './related.module.css'

interface RelatedRecordsProps {
  place: TablePlace
  table: TableDescription
  record: GridRecord
  /** Whether it is in sight; what was typed stays while it is not. */
  shown: boolean
  Panel: ComponentType<OpenRecord>
  onClose: () => void
}

/** The records of other tables that belong to a record, one relation at a time. */
export function RelatedRecords({ place, table, record, shown, Panel, onClose }: RelatedRecordsProps) {
  const [name, setName] = useState('')
  const [model, setModel] = useState<GridModel | null>(null)
  const relation = table.relations.find((one) => one.name === name)
  const choose = async (next: string) => {
    if (model && !(await mayLose(model))) return
    setModel(null)
    setName(next)
  }
  return (
    <section className={styles.related} aria-label="Related Child Table">
      <Row gap={2} align="end" className={styles.head}>
        <SelectField
          label="Related Child Table"
          value={name}
          placeholder="-- Select One --"
          options={table.relations.map((one) => ({ value: one.name, label: one.name }))}
          onChange={(next) => void choose(next)}
        />
        <Button onClick={onClose}>Cancel</Button>
      </Row>
      {relation ? (
        <OpenedRelation
          key={name}
          place={place}
          table={table}
          record={record}
          relation={relation}
          shown={shown}
          Panel={Panel}
          onModel={setModel}
        />
      ) : (
        <Text tone="muted">Choose which records of other tables to see, add and change here.</Text>
      )}
    </section>
  )
}
