import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ListedService } from '../../instance/service-list.ts'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './data.module.css'
import { dataAddress } from './data-address.ts'
import { tablesQuery } from './data-queries.ts'

interface TablePickersProps {
  services: readonly ListedService[]
  service: string
  table: string
}

/** The service and the table that are open, and the way to others. */
export function TablePickers({ services, service, table }: TablePickersProps) {
  const navigate = useNavigate()
  const tables = useQuery(tablesQuery(service)).data ?? []
  const listed = tables.some(({ name }) => name === table) ? tables : [{ name: table }, ...tables]
  const goTo = (to: string) => void navigate({ to, search: {} })
  return (
    <Row gap={2} align="stretch" wrap className={styles.pickers}>
      <SelectField
        label="Service"
        labelHidden
        value={service}
        options={services.map(({ name, label }) => ({ value: name, label: label || name }))}
        onChange={(name) => goTo(dataAddress(name))}
      />
      <SelectField
        label="Table"
        labelHidden
        value={table}
        options={listed.map(({ name, label }) => ({ value: name, label: label || name }))}
        onChange={(name) => goTo(dataAddress(service, name))}
      />
    </Row>
  )
}
