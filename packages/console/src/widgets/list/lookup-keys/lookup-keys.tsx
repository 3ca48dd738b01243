import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { list } from '../../../language/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import room from '../../../ui/room.module.css'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import styles from './lookup-keys.module.css'
import { isMasked, type LookupRow, newLookup, rowProblems, withoutRow } from './lookup-rows.ts'
import { t } from './messages.ts'

interface LookupKeysProps {
  rows: readonly LookupRow[]
  onChange: (rows: readonly LookupRow[]) => void
  /** Keys of users and administrators require a value, those of a role do not. */
  needsValue: boolean
  /** Flags missing input, which is not an error while a row is being filled in. */
  showMissing: boolean
}

/** Names and values that replace `{name}` in requests. */
export function LookupKeys({ rows, onChange, needsValue, showMissing }: LookupKeysProps) {
  const problems = rowProblems(rows, needsValue)
  const kept = rows.filter(({ removed }) => !removed)
  const set = (key: string, change: Partial<LookupRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  const add = (
    <Button size="small" icon={<IconPlus />} onClick={() => onChange([...rows, newLookup(rows)])}>
      {t.addLookupKey}
    </Button>
  )
  if (kept.length === 0)
    return (
      <div className={styles.empty}>
        <p>{t.noKeys}</p>
        {add}
      </div>
    )
  return (
    <Stack gap={3}>
      <Text tone="muted" size="sm" measure>
        {t.privateHelp}
      </Text>
      <Stack as="ul" gap={2}>
        {kept.map((row, index) => {
          const problem = problems.get(row.key)
          const shown = (message: string | undefined) =>
            message && (showMissing || !message.includes('required')) ? message : null
          return (
            <li key={row.key} className={styles.row}>
              <TextField
                label={t.nameOfKey({ key: index + 1 })}
                labelHidden
                placeholder={tabWords.name}
                mono
                spellCheck={false}
                autoFocus={row.stored === null && row.name === ''}
                value={row.name}
                error={shown(problem?.name)}
                onChange={(name) => set(row.key, { name })}
              />
              <ValueField
                row={row}
                index={index}
                error={shown(problem?.value)}
                onChange={(value) => set(row.key, { value })}
              />
              <div className={styles.private}>
                <Checkbox
                  label={t.private}
                  value={row.isPrivate}
                  onChange={(isPrivate) =>
                    set(row.key, { isPrivate, ...(isMasked(row) && !isPrivate && { value: '' }) })
                  }
                />
              </div>
              <IconButton
                label={row.name === '' ? t.deleteKeyNumber({ key: index + 1 }) : t.deleteKey({ name: row.name })}
                danger
                icon={<IconTrash />}
                onClick={() => onChange(withoutRow(rows, row.key))}
              />
              {row.stored && row.stored.name === row.name ? (
                <div className={room.whole}>
                  <LookupUses name={row.name} />
                </div>
              ) : null}
            </li>
          )
        })}
      </Stack>
      <div>{add}</div>
    </Stack>
  )
}

interface ValueFieldProps {
  row: LookupRow
  index: number
  error: string | null
  onChange: (value: string) => void
}

function ValueField({ row, index, error, onChange }: ValueFieldProps) {
  const label = t.valueOfKey({ key: index + 1 })
  if (!row.isPrivate)
    return (
      <TextField
        label={label}
        labelHidden
        placeholder={tabWords.value}
        mono
        value={row.value}
        error={error}
        onChange={onChange}
      />
    )
  return (
    <PasswordField
      label={label}
      labelHidden
      mono
      autoComplete="off"
      placeholder={isMasked(row) ? t.storedSecret : tabWords.value}
      value={isMasked(row) ? '' : row.value}
      error={error}
      onChange={(value) => onChange(value === '' && row.stored ? (row.stored.value ?? '') : value)}
    />
  )
}

/** What refers to a lookup key; also shows if nothing does, as far as the instance knows. */
export function LookupUses({ name }: { name: string }) {
  const environment = useEnvironment()
  const { data } = useQuery({
    queryKey: ['collection', 'system/lookup', 'uses', name],
    queryFn: async ({ signal }) => {
      const { keyUses } = await import('../deletion/dependents.ts')
      return keyUses(name, signal)
    },
    enabled: name !== '' && hasFeature(environment, 'lookup-uses'),
    staleTime: 0,
  })
  if (!data) return null
  const { resource: groups, hidden } = data
  if (groups.length === 0 && hidden) return null
  const names = groups.flatMap(({ names: some, count }) =>
    count > some.length ? [...some, t.more({ count: count - some.length })] : some,
  )
  return (
    <Text tone="muted" size="sm" breakAnywhere>
      {names.length === 0 ? t.keyUnused({ name: `{${name}}` }) : t.keyUses({ names: list(names) })}
    </Text>
  )
}
