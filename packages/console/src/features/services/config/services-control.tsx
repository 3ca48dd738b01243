import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionQuery } from '../../../instance/collections.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { serviceTypesQuery } from '../types/type-query.ts'
import styles from './config.module.css'
import type { FieldOf } from './config-field.ts'
import { heldList } from './config-value.ts'
import type { ControlProps } from './control-props.ts'
import { StringList } from './list-control.tsx'
import { t } from './messages.ts'
import { groupServices, isNamed, type OfferedService, type ServiceGroup } from './service-groups.ts'
import { TableGroup } from './table-group.tsx'

/** Services in one list; whoever has more of them types the names of the others. */
const most = 1000
/** From as many services on they can be searched. */
const manyServices = 8

const offeredQuery = collectionQuery<OfferedService>('system/service', {
  fields: 'name,label,type',
  order: 'name',
  limit: most,
})

/** Names of services, chosen in groups by what they are; a plain list of names where the services cannot be read. */
export function ServiceChecklist(props: ControlProps<FieldOf<'list'>>) {
  const services = useQuery(offeredQuery)
  const types = useQuery(serviceTypesQuery)
  if (services.isPending || types.isPending) return null
  const offered = services.data?.rows
  if (offered === undefined || types.data === undefined || offered.length === most) return <StringList {...props} />
  const held = heldList(props.value).filter((name) => name.trim() !== '')
  return <Checklist {...props} held={held} groups={groupServices(offered, types.data, held)} />
}

interface ChecklistProps extends ControlProps<FieldOf<'list'>> {
  held: readonly string[]
  groups: readonly ServiceGroup[]
}

function Checklist({ field, label, error, onChange, held, groups }: ChecklistProps) {
  const [search, setSearch] = useState('')
  const name = label ?? field.label
  const all = groups.flatMap(({ services }) => services)
  const wanted = search.trim().toLowerCase()
  const found = groups
    .map((group) => ({
      ...group,
      services: group.services.filter((each) => `${each.name} ${each.label ?? ''}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ services }) => services.length > 0)
  const isHeld = (service: OfferedService) => held.some((each) => isNamed(service, each))
  const toggle = (services: readonly OfferedService[], on: boolean) => {
    const others = held.filter((each) => !services.some((service) => isNamed(service, each)))
    onChange(on ? [...held, ...services.filter((each) => !isHeld(each)).map((each) => each.name)] : others)
  }
  return (
    <TableGroup field={field} label={name} error={error} count={held.length}>
      {all.length >= manyServices ? (
        <TextField
          label={t.search({ name })}
          labelHidden
          type="search"
          placeholder={t.searchServices}
          value={search}
          onChange={setSearch}
        />
      ) : null}
      {found.map(({ title, services }) => {
        const chosen = services.filter(isHeld).length
        return (
          <Stack key={title} role="group" aria-label={title} gap={2}>
            <Checkbox
              label={t.chosenInGroup({ title, chosen, count: services.length })}
              value={chosen === services.length}
              mixed={chosen > 0 && chosen < services.length}
              onChange={(on) => toggle(services, on)}
            />
            <div className={styles.boxes} style={{ '--columns': 2 }}>
              {services.map((service) => (
                <Checkbox
                  key={service.name}
                  label={service.name}
                  help={service.label === service.name ? null : service.label}
                  value={isHeld(service)}
                  onChange={(on) => toggle([service], on)}
                />
              ))}
            </div>
          </Stack>
        )
      })}
      {found.length === 0 && wanted !== '' ? (
        <Text tone="muted" size="sm" measure preLine>
          {t.noServiceMatches({ search: search.trim() })}
        </Text>
      ) : null}
    </TableGroup>
  )
}
