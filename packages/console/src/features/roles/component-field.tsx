import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessListQuery } from '../../instance/service-list.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { componentLabel, plainComponents } from './role-services.ts'
import styles from './roles.module.css'

interface ComponentFieldProps {
  label: string
  /** The service that knows its components; null for the few that always are. */
  service: string | null
  value: string | null
  onChange: (component: string | null) => void
}

const typeIt = 'type'
const chosen = (component: string) => `=${component}`

/** Chooses what of a service a rule is about. The service is asked when somebody comes near, and once for all rules. */
export function ComponentField({ label, service, value, onChange }: ComponentFieldProps) {
  const [near, setNear] = useState(false)
  const [typing, setTyping] = useState(false)
  const { data, error, isFetching } = useQuery({ ...accessListQuery(service ?? ''), enabled: near && service !== null })
  const known = service === null ? plainComponents : (data ?? [])
  if (typing)
    return (
      <TextField
        label={label}
        labelHidden
        mono
        autoFocus
        spellCheck={false}
        maxLength={255}
        placeholder="_table/contact/*"
        value={value ?? ''}
        onChange={onChange}
        onBlur={() => setTyping(false)}
      />
    )
  if (service !== null && error && !data)
    return (
      <TextField
        label={label}
        labelHidden
        readOnly
        value={value === null ? 'Service Error' : `${value} (Service Error)`}
        error={null}
        onChange={() => {}}
      />
    )
  const options = known.includes(value ?? '') || value === null ? known : [value, ...known]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes that somebody is about to open the list
    <div className={styles.near} onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <SelectField
        label={label}
        labelHidden
        placeholder="--Select a component--"
        value={value === null ? '' : chosen(value)}
        onChange={(option) => (option === typeIt ? setTyping(true) : onChange(option.slice(1)))}
        options={[
          ...options.map((component) => ({ value: chosen(component), label: componentLabel(component) })),
          ...(isFetching ? [{ value: 'loading', label: 'Loading…', disabled: true }] : []),
          { value: typeIt, label: 'Another one…' },
        ]}
      />
    </div>
  )
}
