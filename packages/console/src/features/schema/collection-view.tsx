import type { ListedService } from '@millwright/contract/wire/services'
import type { FieldSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import { IconBraces, IconTable, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useUsageSection } from '../../widgets/charts/usage/use-usage-section.tsx'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { jsonOf } from '../../widgets/code/code-editor/json-text.ts'
import { DetailHeader } from '../../widgets/explorer/split/detail-header.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { droppedTable } from './data-at-risk.ts'
import { drop } from './drop.ts'
import members from './members.module.css'
import { schemaMessages } from './messages.ts'
import styles from './schema.module.css'
import { dropTable } from './schema-calls.ts'
import { invalidateSchema, schemaPath } from './schema-queries.ts'

interface CollectionViewProps {
  service: ListedService
  stored: TableSchema
  onClose: () => void
}

/** A collection of documents: shows the fields found in some of them, read-only. */
export function CollectionView({ service, stored, onClose }: CollectionViewProps) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const environment = useEnvironment()
  const [asJson, setAsJson] = useState(false)
  const [part, setPart] = useState('fields')
  const { name } = stored
  const path = `_table/${name}`
  const usage = useUsageSection({
    of: { service: service.name.toLowerCase(), resource: `${path},${path}/{id}` },
    splits: ['app', 'user', 'role', 'verb'],
    log: [`service:is:${service.name.toLowerCase()}`, `resource:starts:${path}`],
  })
  const parts = [{ id: 'fields', label: schemaMessages.fields, content: null }, ...usage]

  const remove = async () => {
    const what = {
      question: schemaMessages.drop({ table: name }),
      action: schemaMessages.dropTable({ name }),
      calls: dropTable(service.name, name),
      loses: droppedTable(stored, name),
      preview: false,
      named: schemaPath(service.name, name),
      reread: () => void invalidateSchema(queryClient, service.name),
    }
    try {
      if (!(await drop(environment, what))) return
      notify({ type: 'success', title: schemaMessages.module, text: schemaMessages.tableDropped })
      onClose()
    } catch (error) {
      notifyError(error)
    }
  }

  return (
    <>
      <DetailHeader title={schemaMessages.collection} many={schemaMessages.manyTables} onBack={onClose}>
        <Button
          reads
          size="small"
          icon={asJson ? <IconTable /> : <IconBraces />}
          onClick={() => {
            setPart('fields')
            setAsJson(!asJson)
          }}
        >
          {asJson ? schemaMessages.fields : schemaMessages.json}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<IconTrash />}
          disabledReason={writeBlock}
          onClick={() => void remove()}
        >
          {schemaMessages.dropShort}
        </Button>
      </DetailHeader>
      <div className={styles.collection}>
        <Tabs label={schemaMessages.collection} tabs={parts} value={part} onChange={setPart}>
          {part !== 'fields' ? (
            parts.find(({ id }) => id === part)?.content
          ) : asJson ? (
            <CodeEditor
              label={schemaMessages.tableAsJson({ name })}
              labelHidden
              readOnly
              language="json"
              value={jsonOf(stored)}
              onChange={() => {}}
              lines={20}
            />
          ) : (
            <FoundFields fields={stored.field} />
          )}
        </Tabs>
      </div>
    </>
  )
}

/** Fields with their nested fields. */
function FoundFields({ fields }: { fields: readonly FieldSchema[] }) {
  const rows = fields.flatMap((field) => [field, ...(field.nested ?? [])])
  return (
    <Stack gap={4}>
      <Banner tone="info">{schemaMessages.documentFieldsHelp}</Banner>
      <div className={members.scroller}>
        <table className={members.table} aria-label={schemaMessages.fields}>
          <thead>
            <tr>
              <th scope="col">{tabWords.name}</th>
              <th scope="col">{schemaMessages.type}</th>
              <th scope="col">{schemaMessages.constraints}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, type, db_type: found, is_primary_key: isKey }) => (
              <tr key={name} className={members.row}>
                <td style={{ '--level': name.split('.').length - 1 }}>
                  <span className={styles.foundField}>{name}</span>
                </td>
                <td>{(found ?? type).split('|').join(', ')}</td>
                <td>{isKey ? schemaMessages.primaryKey : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Stack>
  )
}
