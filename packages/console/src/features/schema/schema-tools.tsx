import { IconPlus, IconRefresh, IconSitemap, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import type { ListedService } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { schemaMessages } from './messages.ts'
import styles from './schema.module.css'
import { type SchemaPlace, schemaAddress } from './schema-place.ts'
import { refreshSchema } from './schema-queries.ts'

interface SchemaToolsProps {
  services: readonly ListedService[]
  /** Null while none is chosen. */
  service: ListedService | null
  place: SchemaPlace
}

/** Chooses the service, and what can be done with it as a whole. */
export function SchemaTools({ services, service, place }: SchemaToolsProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const [refreshing, setRefreshing] = useState(false)

  const refresh = async (of: ListedService) => {
    setRefreshing(true)
    const table = place.kind === 'table' ? place.table : null
    try {
      const gone = await refreshSchema(queryClient, of.name, table)
      notify({ type: 'success', title: schemaMessages.module, text: schemaMessages.refreshed(of.label || of.name) })
      if (gone) await navigate({ to: schemaAddress.service(of.name) })
    } catch (error) {
      notifyRefusal(error)
    } finally {
      setRefreshing(false)
    }
  }
  const view = (of: ListedService, name: 'diagram' | 'create' | 'upload') => () =>
    void navigate({ to: schemaAddress.view(of.name, name) })

  return (
    <Row gap={2} wrap className={styles.tools}>
      <div className={styles.service}>
        <SelectField
          label="Service"
          labelHidden
          placeholder="-- Select Service --"
          value={service?.name ?? ''}
          onChange={(name) => void navigate({ to: schemaAddress.service(name) })}
          options={services.map(({ name, label }) => ({ value: name, label: label || name }))}
        />
      </div>
      {service ? (
        <>
          <IconButton
            label="Refresh"
            icon={<IconRefresh />}
            variant="default"
            loading={refreshing}
            onClick={() => void refresh(service)}
          />
          <Button icon={<IconSitemap />} aria-pressed={place.kind === 'diagram'} onClick={view(service, 'diagram')}>
            Diagram
          </Button>
          <Button icon={<IconUpload />} disabledReason={writeBlock} onClick={view(service, 'upload')}>
            Upload JSON
          </Button>
          <Button variant="primary" icon={<IconPlus />} disabledReason={writeBlock} onClick={view(service, 'create')}>
            Create
          </Button>
        </>
      ) : null}
    </Row>
  )
}
