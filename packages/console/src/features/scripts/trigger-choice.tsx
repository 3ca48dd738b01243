import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { accessListQuery } from '../../instance/service-list.ts'
import { tableGroups } from '../../instance/type-groups.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Select } from '../../ui/select.tsx'
import { ServiceSelect } from '../../widgets/pickers/service-select/service-select.tsx'
import { serviceSource } from '../../widgets/pickers/service-select/service-source.ts'
import { findQuery } from '../../widgets/records/record-picker/record-source.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'
import { databaseToBegin, eventOf, happenings, phases, type TableTrigger, tablesIn } from './script-sentence.ts'
import styles from './trigger.module.css'

interface TriggerChoiceProps {
  value: TableTrigger
  onChange: (value: TableTrigger) => void
  justify?: 'center'
}

/** “When a record of customer in sample is created, run the script before”: a sentence whose parts can be chosen. */
export function TriggerChoice({ value, onChange, justify }: TriggerChoiceProps) {
  const { service, table, verb, phase } = value
  const { data: components = [] } = useQuery({ ...accessListQuery(service), enabled: service !== '' })
  const set = (change: Partial<TableTrigger>) => onChange({ ...value, ...change })
  const tables = (
    <Select
      look="small"
      aria-label={tabWords.table}
      value={table}
      placeholder={t.aTable}
      options={named(tablesIn(components), table)}
      onChange={(next) => set({ table: next })}
    />
  )
  const databases = (
    <ServiceSelect
      look="small"
      label={tabWords.service}
      labelHidden
      groups={tableGroups}
      value={service}
      onChange={(next) => set({ service: next?.label ?? '', table: '' })}
    />
  )
  const verbs = (
    <Select
      look="small"
      aria-label={t.whatHappens}
      value={verb}
      options={happenings()}
      onChange={(next) => set({ verb: next })}
    />
  )
  const times = (
    <Select
      look="small"
      aria-label={t.whenItRuns}
      value={phase}
      options={phases()}
      onChange={(next) => set({ phase: next })}
    />
  )
  const word = (text: ReactNode) => <span>{text}</span>
  return (
    <Row
      role="group"
      aria-label={t.trigger({ event: eventOf(value) })}
      gap={2}
      wrap
      {...(justify && { justify })}
      className={styles.sentence}
    >
      {t.whenARecord({ word, table: () => tables, service: () => databases, verb: () => verbs, phase: () => times })}
    </Row>
  )
}

function named(names: readonly string[], chosen: string) {
  const all = chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
  return all.map((name) => ({ value: name, label: name }))
}

interface TriggerStartProps {
  /** What is chosen at first. */
  begin: Partial<TableTrigger>
  onOpen: (event: string) => void
}

/** Starts a new script by choosing its trigger. */
export function TriggerStart({ begin, onOpen }: TriggerStartProps) {
  const { data: databases } = useQuery(findQuery(serviceSource(...tableGroups), ''))
  const [typed, setTyped] = useState(begin)
  const service = typed.service ?? databaseToBegin(databases?.records ?? [])
  const value: TableTrigger = { table: '', verb: 'post', phase: 'pre_process', ...typed, service }
  if (service === '') return null
  return (
    <Stack gap={3} align="center">
      <TriggerChoice value={value} onChange={setTyped} justify="center" />
      <Button
        reads
        variant="primary"
        disabledReason={value.table === '' ? t.tableMissing : null}
        onClick={() => onOpen(eventOf(value))}
      >
        {t.openScript}
      </Button>
    </Stack>
  )
}
