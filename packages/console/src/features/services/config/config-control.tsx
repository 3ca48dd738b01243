import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { collectionKey } from '../../../instance/collections.ts'
import { send } from '../../../instance/send.ts'
import { notify } from '../../../notifications/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { VerbPicker } from '../../../widgets/access/verb-picker/verb-picker.tsx'
import { eventListQuery } from '../../../widgets/pickers/event-names/event-list.ts'
import { ChoiceField, Choices } from './choice-controls.tsx'
import styles from './config.module.css'
import type { ConfigChoice, ControlProps, FieldOf } from './config-field.ts'
import { isStoredSecret, settingText } from './config-value.ts'
import { t } from './messages.ts'
import { SecretField } from './secret-control.tsx'
import { PairTable, RowTable, ServiceNames, StringList } from './table-controls.tsx'

/** The control of one setting of any kind. */
export function ConfigControl(props: ControlProps) {
  const { field, value, error, onChange, labelHidden = false } = props
  const common = {
    label: props.label ?? field.label,
    labelHidden,
    help: labelHidden ? null : field.help,
    error,
    required: field.required,
  }
  const text = { ...common, value: settingText(value), spellCheck: false, onChange }
  switch (field.kind) {
    case 'line':
      return <MaskedText {...props} field={field} />
    case 'area':
      return <MaskedText {...props} field={field} />
    case 'secret':
      return <SecretField {...props} field={field} />
    case 'number':
      return <TextField {...text} inputMode={field.whole ? 'numeric' : 'decimal'} autoComplete="off" />
    case 'flag':
      return (
        <Checkbox
          label={common.label}
          labelHidden={labelHidden}
          help={common.help}
          error={error}
          value={value === true}
          onChange={onChange}
        />
      )
    case 'verbs':
      return <VerbsField {...props} field={field} />
    case 'choice':
      return <ChoiceField {...props} field={field} />
    case 'choices':
      return <Choices {...props} field={field} />
    case 'record':
      return <ReferenceField {...props} field={field} />
    case 'event':
      return <EventField {...props} field={field} />
    case 'file':
      return <FileField {...props} field={field} />
    case 'list':
      return field.name === 'exposed_services' ? (
        <ServiceNames {...props} field={field} />
      ) : (
        <StringList {...props} field={field} />
      )
    case 'rows':
      return <RowTable {...props} field={field} Cell={ConfigControl} />
    case 'pairs':
      return <PairTable {...props} field={field} />
    case 'json':
      return (
        <TextArea
          {...text}
          mono
          rows={4}
          help={[field.help, t.unknownSettingType({ type: field.type })].filter(Boolean).join('\n')}
        />
      )
  }
}

/** A text control, which becomes a secret control once the server returns a mask for its value. */
function MaskedText(props: ControlProps<FieldOf<'line'> | FieldOf<'area'>>) {
  const { field, value, error, labelHidden = false, onChange } = props
  const [masked, setMasked] = useState(false)
  if (!masked && isStoredSecret(value)) setMasked(true)
  if (masked || isStoredSecret(value))
    return <SecretField {...props} field={{ ...field, kind: 'secret', lines: field.kind === 'area' }} />
  const text = {
    label: props.label ?? field.label,
    labelHidden,
    help: labelHidden ? null : field.help,
    error,
    required: field.required,
    value: settingText(value),
    spellCheck: false,
    onChange,
  }
  if (field.kind === 'line')
    return <TextField {...text} {...(field.length !== null && { maxLength: field.length })} autoComplete="off" />
  return (
    <div className={styles.area}>
      <TextArea {...text} rows={1} />
    </div>
  )
}

/** A verb mask, stored as a number. */
function VerbsField({ field, value, error, label, labelHidden, onChange }: ControlProps<FieldOf<'verbs'>>) {
  const name = label ?? field.label
  return (
    <div className={styles.plain}>
      {labelHidden ? null : (
        <Text as="span" size="sm" weight="medium" className={styles.label}>
          {name}
        </Text>
      )}
      <div>
        <VerbPicker label={name} mask={typeof value === 'number' ? value : 0} onChange={onChange} />
      </div>
      {error ? (
        <Text tone="danger" size="sm" className={styles.error}>
          {error}
        </Text>
      ) : null}
      {!labelHidden && field.help ? (
        <Text tone="muted" size="sm" measure preLine>
          {field.help}
        </Text>
      ) : null}
    </div>
  )
}

/** Maximum number of records in the list. */
const most = 1000

/** Selects a record of another system resource. */
function ReferenceField(props: ControlProps<FieldOf<'record'>>) {
  const { field } = props
  const { data, isError } = useQuery(choicesQuery(field.table, field.field))
  const help = isError ? t.optionsFailed : field.help
  return <ChoiceField {...props} field={{ ...field, kind: 'choice', help, options: data ?? [] }} />
}

function choicesQuery(table: string, stored: string) {
  const collection = `system/${encodeURIComponent(table)}`
  return queryOptions({
    queryKey: [...collectionKey(collection), 'choices', stored],
    queryFn: async ({ signal }): Promise<readonly ConfigChoice[]> => {
      const params = { limit: most }
      const { data } = await send<ListAnswer<Row>>({ verb: 'GET', path: collection, params, signal })
      return (data.resource ?? []).map((row) => ({ value: row[stored] ?? null, label: nameOf(row) }))
    },
    enabled: table !== '',
    staleTime: 30_000,
  })
}

type Row = { readonly [field: string]: unknown }

function nameOf(row: Row): string {
  const name = row.label ?? row.name ?? row.id
  return typeof name === 'string' || typeof name === 'number' ? String(name) : t.noName
}

/** The name of an event, or of all events of a service; any text can be entered. */
function EventField({ field, value, error, label, labelHidden, onChange }: ControlProps<FieldOf<'event'>>) {
  const list = useId()
  const events = useQuery(eventListQuery)
  const failed = events.isError
  useEffect(() => {
    if (failed) notify({ type: 'error', title: t.module, text: t.eventsFailed, tag: 'events' })
  }, [failed])
  return (
    <>
      <TextField
        label={label ?? field.label}
        labelHidden={labelHidden ?? false}
        help={labelHidden ? null : failed ? t.eventNameFallback : field.help}
        error={error}
        required={field.required}
        mono
        spellCheck={false}
        autoComplete="off"
        list={list}
        placeholder={events.isPending ? t.readingTheEvents : 'db.*'}
        value={settingText(value)}
        onChange={onChange}
      />
      <datalist id={list}>
        {(events.data ?? []).map((event) => (
          <option key={event.name} value={event.name}>
            {event.hint}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** The text of a file such as a certificate: chosen from disk or pasted. */
function FileField({ field, value, error, label, labelHidden, onChange }: ControlProps<FieldOf<'file'>>) {
  const input = useRef<HTMLInputElement>(null)
  const name = label ?? field.label
  const take = async (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (file) onChange(await file.text())
  }
  return (
    <div className={styles.plain}>
      <TextArea
        label={name}
        labelHidden={labelHidden ?? false}
        help={labelHidden ? null : field.help}
        error={error}
        required={field.required}
        mono
        rows={4}
        spellCheck={false}
        value={settingText(value)}
        onChange={onChange}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t.fileLabel({ name })}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <div>
        <Button size="small" onClick={() => input.current?.click()}>
          {t.chooseAFile}
        </Button>
      </div>
    </div>
  )
}
