import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { accessListQuery } from '../../instance/service-list.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Select } from '../../ui/select.tsx'
import { eventOf, happenings, phases, type TableTrigger, tablesIn } from './script-sentence.ts'
import styles from './trigger.module.css'

interface TriggerChoiceProps {
  value: TableTrigger
  onChange: (value: TableTrigger) => void
}

/** “When a record of customer in sample is created, run the script before”: each part of it can be chosen. */
export function TriggerChoice({ value, onChange }: TriggerChoiceProps) {
  const { service, table, verb, phase } = value
  const { data: services = [] } = useQuery(groupServicesQuery('database'))
  const { data: components = [] } = useQuery({ ...accessListQuery(service), enabled: service !== '' })
  const set = (change: Partial<TableTrigger>) => onChange({ ...value, ...change })
  return (
    <Row role="group" aria-label={`Trigger ${eventOf(value)}`} gap={2} wrap className={styles.sentence}>
      <span>When a record of</span>
      <Select
        look="small"
        aria-label="Table"
        value={table}
        placeholder="a table"
        options={named(tablesIn(components), table)}
        onChange={(next) => set({ table: next })}
      />
      <span>in</span>
      <Select
        look="small"
        aria-label="Service"
        value={service}
        options={named(
          services.map(({ name }) => name),
          service,
        )}
        onChange={(next) => set({ service: next, table: '' })}
      />
      <span>is</span>
      <Select
        look="small"
        aria-label="What happens"
        value={verb}
        options={happenings}
        onChange={(next) => set({ verb: next })}
      />
      <span>run the script</span>
      <Select
        look="small"
        aria-label="When it runs"
        value={phase}
        options={phases}
        onChange={(next) => set({ phase: next })}
      />
    </Row>
  )
}

function named(names: readonly string[], chosen: string) {
  const all = chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
  return all.map((name) => ({ value: name, label: name }))
}

/** Begins a script with what it is about. */
export function TriggerStart({ onOpen }: { onOpen: (event: string) => void }) {
  const { data: services = [] } = useQuery(groupServicesQuery('database'))
  const [typed, setTyped] = useState<Partial<TableTrigger>>({})
  const service = typed.service ?? services.at(-1)?.name ?? ''
  const value: TableTrigger = { table: '', verb: 'post', phase: 'pre_process', ...typed, service }
  if (service === '') return null
  return (
    <Stack gap={3} align="center">
      <TriggerChoice value={value} onChange={setTyped} />
      <Button
        reads
        variant="primary"
        disabledReason={value.table === '' ? 'Choose a table first.' : null}
        onClick={() => onOpen(eventOf(value))}
      >
        Open script
      </Button>
    </Stack>
  )
}
