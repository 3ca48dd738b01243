import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessListQuery } from '../../instance/service-list.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { AccessRow } from '../../widgets/access/access-rules/access-rows.ts'
import { VerbPicker } from '../../widgets/access/verb-picker/verb-picker.tsx'
import { PlaceLink } from '../../widgets/explorer/place-link.tsx'
import { RequestorPicker } from '../../widgets/pickers/requestor-picker/requestor-picker.tsx'
import { ServiceSelect } from '../../widgets/pickers/service-select/service-select.tsx'
import type { AccessWarning } from './access-warnings.tsx'
import { t } from './opened/messages.ts'
import {
  componentLabel,
  componentSourceOf,
  plainComponents,
  type RoleServices,
  supportsRowFilters,
} from './role-services.ts'
import styles from './roles.module.css'

interface AccessLineProps {
  row: AccessRow
  /** Starts at 1. */
  number: number
  count: number
  services: RoleServices
  warning: AccessWarning | undefined
  filtersShown: boolean
  onChange: (key: string, change: Partial<AccessRow>) => void
  onService: (key: string, serviceId: number | null) => void
  onFilters: (key: string | null) => void
  onDelete: (key: string) => void
  onFocus: () => void
}

/** One rule: service, component, verbs, requestors, and row filters if the service has rows. */
export function AccessLine(props: AccessLineProps) {
  const { row, number, services, warning, filtersShown } = props
  const { serviceId } = row
  const service = serviceId === null ? undefined : services.byId.get(serviceId)
  const set = (change: Partial<AccessRow>) => props.onChange(row.key, change)
  return (
    <li
      className={styles.line}
      aria-label={t.rule({ number })}
      aria-setsize={props.count}
      aria-posinset={number}
      data-rule={row.key}
      onFocus={props.onFocus}
    >
      <ServiceSelect
        label={t.serviceOfRule({ number })}
        labelHidden
        clearable
        placeholder={t.all}
        value={serviceId}
        onChange={(chosen) => props.onService(row.key, chosen?.id ?? null)}
      />
      <Row gap={1}>
        <Stack grow shrink>
          <ComponentField
            label={t.componentOfRule({ number })}
            service={componentSourceOf(services, serviceId)}
            value={row.component}
            onChange={(component) => set({ component })}
          />
        </Stack>
        <PlaceLink service={service?.name ?? null} component={row.component ?? ''} />
      </Row>
      <VerbPicker label={t.accessOfRule({ number })} mask={row.verbMask} onChange={(verbMask) => set({ verbMask })} />
      <RequestorPicker
        label={t.requesterOfRule({ number })}
        mask={row.requestorMask}
        onChange={(mask) => set({ requestorMask: mask })}
      />
      {supportsRowFilters(services, serviceId) ? (
        <Button
          size="small"
          variant="quiet"
          aria-expanded={filtersShown}
          onClick={() => props.onFilters(filtersShown ? null : row.key)}
        >
          {filtersShown ? t.hideFilters({ count: row.filters.length }) : t.showFilters({ count: row.filters.length })}
        </Button>
      ) : (
        <span className={styles.none}>N/A</span>
      )}
      <span className={styles.mark}>
        {warning ? (
          <Tooltip text={warning.text}>
            <span role="img" aria-label={warning.text} className={styles.warning}>
              <IconAlertTriangle size={18} aria-hidden="true" />
            </span>
          </Tooltip>
        ) : null}
      </span>
      <IconButton
        label={t.deleteRule({ number })}
        danger
        icon={<IconTrash />}
        onClick={() => props.onDelete(row.key)}
      />
    </li>
  )
}

interface ComponentFieldProps {
  label: string
  /** The service whose components are loaded; `null` if it only has the fixed ones. */
  service: string | null
  value: string | null
  onChange: (component: string | null) => void
}

const typeIt = 'type'
const chosen = (component: string) => `=${component}`

/** Chooses the component of a rule. Components are loaded when the control is about to be used, and once for all rules. */
function ComponentField({ label, service, value, onChange }: ComponentFieldProps) {
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
        value={value === null ? t.serviceError : t.componentServiceError({ component: value })}
        error={null}
        onChange={() => {}}
      />
    )
  const options = known.includes(value ?? '') || value === null ? known : [value, ...known]
  return (
    <Stack shrink onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <SelectField
        label={label}
        labelHidden
        placeholder={t.selectAComponent}
        value={value === null ? '' : chosen(value)}
        onChange={(option) => (option === typeIt ? setTyping(true) : onChange(option.slice(1)))}
        options={[
          ...options.map((component) => ({ value: chosen(component), label: componentLabel(component) })),
          ...(isFetching ? [{ value: 'loading', label: t.loading, disabled: true }] : []),
          { value: typeIt, label: t.anotherOne },
        ]}
      />
    </Stack>
  )
}
