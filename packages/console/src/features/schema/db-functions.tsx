import { type DbFunctionVerb, dbFunctionVerbs } from '@millwright/contract/wire/table-schema'
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { DbFunctionForm } from './field-form.ts'
import { schemaMessages } from './messages.ts'
import styles from './schema.module.css'

const meanings: Readonly<Record<DbFunctionVerb, string>> = {
  SELECT: 'get',
  FILTER: 'get',
  INSERT: 'post',
  UPDATE: 'patch',
}

interface DbFunctionsProps {
  functions: readonly DbFunctionForm[]
  error: string | undefined
  onChange: (functions: readonly DbFunctionForm[]) => void
}

/** Database functions that compute the field or wrap its value, and the operations to which they apply. */
export function DbFunctions({ functions, error, onChange }: DbFunctionsProps) {
  const change = (at: number, next: Partial<DbFunctionForm>) =>
    onChange(functions.map((one, index) => (index === at ? { ...one, ...next } : one)))
  return (
    <fieldset className={styles.group} aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <legend className={styles.legend}>{schemaMessages.dbFunctionUse}</legend>
      {functions.length === 0 ? (
        <Text tone="muted" size="sm" measure>
          {schemaMessages.functionsHelp}
        </Text>
      ) : null}
      {functions.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: functions have no identifier but their position
        <div key={index} className={styles.functionRow}>
          <UsePicker number={index + 1} use={one.use} onChange={(use) => change(index, { use })} />
          <TextField
            label={schemaMessages.function({ place: index + 1 })}
            labelHidden
            mono
            spellCheck={false}
            placeholder="upper(name)"
            value={one.function}
            onChange={(text) => change(index, { function: text })}
          />
          <IconButton
            label={schemaMessages.deleteFunction({ place: index + 1 })}
            danger
            icon={<IconTrash />}
            onClick={() => onChange(functions.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error ? (
        <Text tone="danger" size="sm" role="alert">
          {error}
        </Text>
      ) : null}
      <div>
        <Button
          size="small"
          icon={<IconPlus />}
          onClick={() => onChange([...functions, { use: ['SELECT'], function: '', stored: null }])}
        >
          {schemaMessages.addFunction}
        </Button>
      </div>
    </fieldset>
  )
}

interface UsePickerProps {
  number: number
  use: readonly DbFunctionVerb[]
  onChange: (use: readonly DbFunctionVerb[]) => void
}

function UsePicker({ number, use, onChange }: UsePickerProps) {
  const [only] = use
  const caption =
    only === undefined
      ? schemaMessages.noUseSelected
      : use.length === 1
        ? only
        : schemaMessages.selected({ count: use.length })
  const items = dbFunctionVerbs.map(
    (verb): MenuEntry => ({
      kind: 'check',
      label: `${verb} (${meanings[verb]})`,
      checked: use.includes(verb),
      onChange: (on) => onChange(dbFunctionVerbs.filter((one) => (one === verb ? on : use.includes(one)))),
    }),
  )
  return (
    <Menu
      label={schemaMessages.usesOfFunction({ place: number })}
      items={items}
      trigger={(trigger) => (
        <Button {...trigger} iconAfter={<IconChevronDown />}>
          {caption}
        </Button>
      )}
    />
  )
}
