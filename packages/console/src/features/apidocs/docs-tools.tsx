import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { saveFile } from '../../widgets/record-list/save-file.ts'
import styles from './apidocs.module.css'
import { docsAddress } from './docs-address.ts'
import { type DocumentedService, downloadDocument } from './docs-queries.ts'
import { docsMessages } from './messages.ts'

interface DocsToolsProps {
  services: readonly DocumentedService[]
  /** Null: none is chosen. */
  service: DocumentedService | null
}

/** Goes to another service, and takes its document, or that of all services, along as a file. */
export function DocsTools({ services, service }: DocsToolsProps) {
  const navigate = useNavigate()
  const yaml = hasFeature(useEnvironment(), 'api-docs-yaml')
  const download = async (format: 'json' | 'yaml') => {
    try {
      saveFile(await downloadDocument(service?.name ?? null, format), `${service?.name ?? 'api'}.${format}`)
    } catch (error) {
      notify({ type: 'error', title: docsMessages.module, text: messageOf(error) })
    }
  }
  return (
    <Row gap={2} wrap className={styles.tools}>
      {service === null ? null : (
        <div className={styles.service}>
          <SelectField
            label="Service"
            labelHidden
            value={service.name}
            onChange={(name) => void navigate({ to: docsAddress.service(name) })}
            options={services.map(({ name, label }) => ({
              value: name,
              label: label === name ? name : `${label} (${name})`,
            }))}
          />
        </div>
      )}
      <Menu
        label="Download the document"
        align="end"
        trigger={(props) => (
          <Button icon={<IconDownload />} {...props}>
            Download
          </Button>
        )}
        items={[
          { label: 'OpenAPI as JSON', onSelect: () => void download('json') },
          ...(yaml ? [{ label: 'OpenAPI as YAML', onSelect: () => void download('yaml') }] : []),
        ]}
      />
    </Row>
  )
}
