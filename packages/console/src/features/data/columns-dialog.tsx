import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './columns-dialog.module.css'
import { labelOf } from './field-kind.ts'
import type { TableDescription } from './table-description.ts'

interface ColumnsDialogProps {
  table: TableDescription
  chosen: readonly string[]
  /** Null: as they are chosen by rule. */
  onChoose: (names: readonly string[] | null) => void
  onClose: () => void
}

/** Which fields the grid shows. */
export function ColumnsDialog({ table, chosen, onChoose, onClose }: ColumnsDialogProps) {
  const [text, setText] = useState('')
  const shown = new Set(chosen)
  const names = table.fields.map(({ name }) => name)
  const wanted = text.trim().toLowerCase()
  const found = table.fields.filter((field) => `${field.name} ${labelOf(field)}`.toLowerCase().includes(wanted))
  const all = names.every((name) => shown.has(name))
  const choose = (next: ReadonlySet<string>) => {
    const kept = names.filter((name) => next.has(name))
    // A grid without columns has nothing to show and nowhere to go.
    if (kept.length > 0) onChoose(kept)
  }
  return (
    <Dialog
      open
      title="Visible Fields"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onChoose(null)}>As at first</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {names.length > 12 ? (
          <TextField
            label="Search fields"
            labelHidden
            type="search"
            placeholder={`Search ${names.length} fields`}
            value={text}
            onChange={setText}
          />
        ) : null}
        <Checkbox
          label="Toggle All"
          value={all}
          mixed={!all && shown.size > 0}
          onChange={(on) => choose(new Set(on ? names : names.slice(0, 1)))}
        />
        <ul className={styles.list}>
          {found.map((field) => (
            <li key={field.name}>
              <Checkbox
                label={labelOf(field)}
                value={shown.has(field.name)}
                onChange={(on) => {
                  const next = new Set(shown)
                  if (on) next.add(field.name)
                  else next.delete(field.name)
                  choose(next)
                }}
              />
              <small>{field.type}</small>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  )
}
