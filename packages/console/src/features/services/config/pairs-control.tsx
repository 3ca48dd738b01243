import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './config.module.css'
import type { FieldOf } from './config-field.ts'
import { heldPairs, nextKey, type Pair } from './config-value.ts'
import type { ControlProps } from './control-props.ts'
import { t } from './messages.ts'
import { TableGroup } from './table-group.tsx'

/** A map, edited as rows of name and value. */
export function PairTable({ field, value, error, label, onChange }: ControlProps<FieldOf<'pairs'>>) {
  const [added, setAdded] = useState<number | null>(null)
  const name = label ?? field.label
  const pairs = heldPairs(value)
  const set = (key: number, change: Partial<Pair>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...change } : pair)))
  return (
    <TableGroup field={field} label={name} error={error} count={pairs.length}>
      {pairs.map((pair, index) => (
        <div key={pair.key} className={styles.pair}>
          <TextField
            label={t.pairLabel({ part: field.keyLabel, line: index + 1, name })}
            labelHidden
            mono
            spellCheck={false}
            placeholder={field.keyLabel}
            autoFocus={pair.key === added}
            value={pair.name}
            onChange={(text) => set(pair.key, { name: text })}
          />
          <TextField
            label={t.pairLabel({ part: field.valueLabel, line: index + 1, name })}
            labelHidden
            mono
            spellCheck={false}
            placeholder={field.valueLabel}
            value={pair.value}
            onChange={(text) => set(pair.key, { value: text })}
          />
          <IconButton
            label={pair.name === '' ? t.deleteLine({ line: index + 1, name }) : t.deletePair({ pair: pair.name, name })}
            danger
            icon={<IconTrash />}
            onClick={() => onChange(pairs.filter(({ key }) => key !== pair.key))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<IconPlus />}
          onClick={() => {
            const key = nextKey(pairs)
            setAdded(key)
            onChange([...pairs, { key, name: '', value: '' }])
          }}
        >
          {t.addLine({ name })}
        </Button>
      </div>
    </TableGroup>
  )
}
