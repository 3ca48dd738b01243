import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { notify } from '../../../notifications/notify.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { serviceMessages } from '../messages.ts'
import type { FieldOf } from './config-field.ts'
import { textOf } from './config-value.ts'
import type { ControlProps } from './control-props.ts'
import { eventListQuery } from './event-list.ts'

/** The name of an event, or of all events of a service; any text can be typed. */
export function EventField({ field, value, error, label, labelHidden, onChange }: ControlProps<FieldOf<'event'>>) {
  const list = useId()
  const events = useQuery(eventListQuery)
  const failed = events.isError
  useEffect(() => {
    if (failed)
      notify({ type: 'error', title: serviceMessages.module, text: serviceMessages.eventsFailed, tag: 'events' })
  }, [failed])
  return (
    <>
      <TextField
        label={label ?? field.label}
        labelHidden={labelHidden ?? false}
        help={labelHidden ? null : failed ? 'The events could not be read; type the name of one.' : field.help}
        error={error}
        required={field.required}
        mono
        spellCheck={false}
        autoComplete="off"
        list={list}
        placeholder={events.isPending ? 'Reading the events…' : 'db.*'}
        value={textOf(value)}
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
