import { isVerb, verbs } from '@millwright/contract/verbs'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import { PlaceholderField } from './placeholder-field.tsx'
import styles from './steps.module.css'
import type { RequestFieldsProps } from './surroundings.ts'

/** Verb and resource of a request to anything but a table. */
export function AnyTarget({ step, around, onChange }: RequestFieldsProps) {
  return (
    <>
      <PlaceholderField
        label={t.resource}
        placeholders={around.placeholders}
        value={step.resource ?? ''}
        error={around.errorAt('resource')}
        onChange={(resource) => onChange({ resource })}
      />
      <SelectField
        label={tabWords.verb}
        value={step.method ?? 'GET'}
        error={around.errorAt('method')}
        options={verbs.map((verb) => ({ value: verb, label: verb }))}
        onChange={(method) => onChange({ method: isVerb(method) ? method : 'GET' })}
      />
    </>
  )
}

/** The query parameters of a request, as names and values. */
export function AnyRequest({ step, around, onChange }: RequestFieldsProps) {
  const stored = Object.entries(step.params ?? {})
  /** Names that are typed but not complete yet. */
  const [adding, setAdding] = useState<string | null>(null)
  const write = (entries: readonly (readonly [string, unknown])[]) =>
    onChange({ params: entries.length === 0 ? undefined : Object.fromEntries(entries) })
  const add = () => {
    const name = adding?.trim() ?? ''
    if (name !== '' && !stored.some(([each]) => each === name)) write([...stored, [name, '']])
    setAdding(null)
  }
  return (
    <Stack as="fieldset" gap={2} className={styles.group}>
      <legend>{t.queryOfRequest}</legend>
      {stored.map(([name, value], at) => (
        <div key={name} className={styles.param}>
          <span className={styles.paramName} title={name}>
            {name}
          </span>
          <PlaceholderField
            label={t.namedValue({ name })}
            labelHidden
            placeholders={around.placeholders}
            newParameter={{ name, declare: () => around.declare(name, undefined) }}
            value={typeof value === 'string' ? value : JSON.stringify(value)}
            error={around.errorAt(`params.${name}`)}
            onChange={(text) => write(stored.with(at, [name, text]))}
          />
          <IconButton
            label={t.remove({ name })}
            danger
            icon={<IconTrash />}
            onClick={() => write(stored.toSpliced(at, 1))}
          />
        </div>
      ))}
      {adding === null ? (
        <Row>
          <Button size="small" icon={<IconPlus />} onClick={() => setAdding('')}>
            {t.addParameter}
          </Button>
        </Row>
      ) : (
        <Row gap={2} align="end">
          <TextField
            label={tabWords.name}
            mono
            autoFocus
            spellCheck={false}
            value={adding}
            onChange={setAdding}
            onKeyDown={(event) => {
              if (event.key === 'Enter') add()
              else if (event.key === 'Escape') setAdding(null)
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
          />
          <Button size="small" onClick={add}>
            {t.add}
          </Button>
        </Row>
      )}
    </Stack>
  )
}
