import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './config.module.css'
import type { FieldOf } from './config-field.ts'
import { heldList } from './config-value.ts'
import type { ControlProps } from './control-props.ts'
import { t } from './messages.ts'
import { TableGroup } from './table-group.tsx'

/** A list of texts, one per line. */
export function StringList({ field, value, error, label, onChange }: ControlProps<FieldOf<'list'>>) {
  const [added, setAdded] = useState(false)
  const name = label ?? field.label
  const lines = heldList(value)
  return (
    <TableGroup field={field} label={name} error={error} count={lines.length}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identifier but their position
        <div key={index} className={styles.line}>
          <TextField
            label={t.lineLabel({ line: index + 1, name })}
            labelHidden
            mono
            spellCheck={false}
            autoFocus={added && index === lines.length - 1}
            value={line}
            onChange={(text) => onChange(lines.with(index, text))}
          />
          <IconButton
            label={t.deleteLine({ line: index + 1, name })}
            danger
            icon={<IconTrash />}
            onClick={() => onChange(lines.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<IconPlus />}
          onClick={() => {
            setAdded(true)
            onChange([...lines, ''])
          }}
        >
          {t.addLine({ name })}
        </Button>
      </div>
    </TableGroup>
  )
}
