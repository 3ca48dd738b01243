import { isVerb, verbs } from '@millwright/contract/verbs'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { CodeEditor } from '../../../widgets/code/code-editor/code-editor.tsx'
import { jsonOf, parseOptionalJson } from '../../../widgets/code/code-editor/json-text.ts'
import { ServiceSelect } from '../../../widgets/pickers/service-select/service-select.tsx'
import { serviceSource } from '../../../widgets/pickers/service-select/service-source.ts'
import { fullNameOf, type RecordSource } from '../../../widgets/records/record-picker/record-source.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import { tableOf } from '../plan/table-step.ts'
import { callable } from '../use-sources.ts'
import { PlaceholderField } from './placeholder-field.tsx'
import styles from './steps.module.css'
import type { RequestFieldsProps } from './surroundings.ts'
import { TableRequest, TableTarget } from './table-request.tsx'
import { useTypedText } from './use-typed-text.ts'

/** The request of a step: to a table, by pickers, or to any resource of a service. */
export function RequestFields(props: RequestFieldsProps) {
  const { step, around, onChange } = props
  const { service, resource = '', method = 'GET' } = step
  const { sources, others } = around
  const isTable = tableOf(step) !== null || (resource === '' && around.hasTables(service))
  const choose = (next: string) => {
    if (others.some(({ name }) => name === next)) around.addSource(next)
    onChange({ service: next, resource: undefined, params: undefined })
  }
  return (
    <Stack gap={4}>
      <div className={styles.target}>
        <ServiceSelect
          label={tabWords.service}
          required
          source={sourceOf(sources.map(({ name }) => name))}
          value={service}
          error={around.errorAt('service')}
          onChange={(next) => next && choose(next.label)}
        />
        {isTable ? <TableTarget {...props} /> : <AnyTarget {...props} />}
      </div>
      {isTable ? <TableRequest {...props} /> : <AnyRequest {...props} />}
      {method === 'GET' || method === 'DELETE' ? null : (
        <JsonField
          label={t.body}
          help={t.bodyHelp}
          lines={6}
          value={step.body}
          error={around.errorAt('body')}
          onChange={(body) => onChange({ body })}
          onReadable={(isReadable) => around.setReadable('body', isReadable)}
        />
      )}
    </Stack>
  )
}

/** The sources of an API, and then what can become one. */
function sourceOf(sources: readonly string[]): RecordSource {
  return {
    ...serviceSource(...callable),
    finds: {
      variant: ['callable', ...sources].join(),
      async find(search) {
        const { findServices, servicesQuery } = await import('../../../widgets/pickers/service-select/find-services.ts')
        const [own, { records, more }] = await Promise.all([
          search.client.fetchQuery(servicesQuery(sources)),
          findServices(callable, search),
        ])
        const wanted = search.text.toLowerCase()
        const first = [...own.values()].filter((record) => fullNameOf(record).toLowerCase().includes(wanted))
        const others = records.filter(({ label }) => !sources.includes(label))
        return { records: [...first, ...others.map((each) => ({ ...each, hint: t.becomesSource }))], more }
      },
    },
  }
}

interface JsonFieldProps {
  label: string
  help?: string
  lines: number
  /** Any JSON; `undefined` for an empty text. */
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  /** Told whether the text can be read; while it cannot, the value stays as it was. */
  onReadable: (isReadable: boolean) => void
}

/** A value as JSON text. */
function JsonField({ label, help, lines, value, error, onChange, onReadable }: JsonFieldProps) {
  const [text, setText] = useTypedText(value, jsonOf)
  return (
    <CodeEditor
      label={label}
      help={help}
      language="json"
      lines={lines}
      value={text}
      error={parseOptionalJson(text).ok ? error : t.jsonInvalid}
      onChange={(next) => {
        if (next === text) return
        const found = parseOptionalJson(next)
        setText(next, found.ok ? found.value : value)
        onReadable(found.ok)
        if (found.ok) onChange(found.value)
      }}
    />
  )
}

/** Verb and resource of a request to anything but a table. */
function AnyTarget({ step, around, onChange }: RequestFieldsProps) {
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
function AnyRequest({ step, around, onChange }: RequestFieldsProps) {
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
