import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'
import { accessListQuery } from '../../../instance/service-list.ts'
import type { FieldProps } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { t } from './messages.ts'

interface ComponentFieldProps extends FieldProps {
  /** The service whose components are offered; `null` if none is selected. */
  service: string | null
  /** The value starts with the service name and may be any path; errors of the service are not shown. */
  withService?: boolean
  value: string
  placeholder?: string
  onChange: (component: string) => void
  /** Called once if the service cannot list its components. */
  onFailed?: (error: Error) => void
}

/** A path within a service: one that it lists, or any other. */
export function ComponentField({
  service,
  withService = false,
  value,
  onChange,
  onFailed,
  ...field
}: ComponentFieldProps) {
  const list = useId()
  const { data, error, isFetching } = useQuery({ ...accessListQuery(service ?? ''), enabled: service !== null })
  const tell = useEffectEvent((failure: Error) => onFailed?.(failure))
  useEffect(() => {
    if (error) tell(error)
  }, [error])
  return (
    <>
      <TextField
        {...field}
        mono
        spellCheck={false}
        autoComplete="off"
        {...(!withService && { maxLength: 255 })}
        list={list}
        value={value}
        onChange={onChange}
        error={field.error ?? (!withService && service !== null && error && !data ? t.serviceError : null)}
        help={
          withService
            ? field.help
            : service === null
              ? t.serviceMissing
              : isFetching && !data
                ? t.askingTheService
                : field.help
        }
      />
      <datalist id={list}>
        {offered(withService ? pathsIn(service, data ?? []) : (data ?? []), value).map((component) => (
          <option key={component} value={component} />
        ))}
      </datalist>
    </>
  )
}

/** Callable paths among the components of a service. */
function pathsIn(service: string | null, components: readonly string[]): readonly string[] {
  return components.filter((component) => !component.includes('*')).map((component) => `${service}/${component}`)
}

/** Maximum number of listed components; more are found by typing. */
const most = 200

/** The components that contain the typed text, without outer slashes. */
function offered(components: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  const found = new Set<string>()
  for (const component of components) {
    const path = component.replace(/^\/+|\/+$/g, '')
    if (path !== '' && path.toLowerCase().includes(wanted)) found.add(path)
    if (found.size === most) break
  }
  return [...found]
}
