import type { AuditEntry } from '@millwright/contract/records/report'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { confirm } from '../../confirm/confirm.ts'
import { collectionQuery, recordQuery } from '../../instance/collections.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { EditorContent, EditorFrame } from '../../widgets/form/editor-frame/editor-frame.tsx'
import { LoadedRecord } from '../../widgets/form/editor-frame/loaded-record.tsx'
import { ChangeTable } from '../../widgets/history/change-table/change-table.tsx'
import { readListSearch } from '../../widgets/records/list-declaration/list-search.ts'
import { ActionBadge, actionWord, auditedChanges, ownerOf, recordOf, whoOf } from './audit-list.tsx'
import { t } from './messages.ts'
import { timeOf } from './report-list.tsx'
import styles from './reports.module.css'

const collection = 'system/audit'

/** One entry of the audit log over its list: who, when, from where, the values before and after, and a button to revert it. */
export function AuditPanel({ id }: { id: string }) {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const known = useQuery({ ...recordQuery(collection, id), enabled: false }).data?.record
  const onClose = () => void navigate({ to: '/reports/audit', search: readListSearch(search) })
  return (
    <EditorFrame
      title={known ? recordOf(known) : t.change}
      subtitle={known ? <ActionBadge action={known.action} /> : null}
      onClose={onClose}
    >
      <LoadedRecord<AuditEntry> collection={collection} id={id} params={{}} one={t.one} onClose={onClose}>
        {({ record }) => <Entry entry={record} onDone={onClose} />}
      </LoadedRecord>
    </EditorFrame>
  )
}

function Entry({ entry, onDone }: { entry: AuditEntry; onDone: () => void }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const owner = ownerOf(entry)
  const history = `resource:is:${entry.resource};record_id:is:${entry.record_id}`
  return (
    <EditorContent>
      <Stack gap={5}>
        <Row as="dl" gap={6} rowGap={3} align="stretch" wrap>
          <Fact name={t.who} value={whoOf(entry)} />
          <Fact name={t.timeColumn} value={timeOf(entry)} />
          <Fact
            name={t.fromDate}
            value={entry.app_name ? t.fromApp({ address: entry.address ?? '', app: entry.app_name }) : entry.address}
          />
          <Fact name={t.request} value={entry.request_verb} />
          {owner === null ? null : <Fact name={t.partOfRecord} value={owner} />}
        </Row>
        <ChangeTable changes={auditedChanges(entry)} action={entry.action} />
        <Together entry={entry} />
        <Row gap={3} justify="between" wrap>
          <Link to="/reports/audit" search={{ where: history }}>
            {t.recordChanges}
          </Link>
          <Button
            icon={<IconArrowBackUp />}
            disabledReason={writeBlock}
            onClick={() => void revertChange(queryClient, entry).then((done) => done && onDone())}
          >
            {t.revert}
          </Button>
        </Row>
      </Stack>
    </EditorContent>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Text as="dt" tone="muted" size="sm">
        {name}
      </Text>
      <Text as="dd" breakAnywhere>
        {value}
      </Text>
    </div>
  )
}

/** Other changes of the same write. */
function Together({ entry }: { entry: AuditEntry }) {
  const filter = `(write_id = "${entry.write_id}") and (id != ${entry.id})`
  const { data } = useQuery(collectionQuery(collection, { filter, limit: 50, order: 'id' }))
  if (!data || data.rows.length === 0) return null
  return (
    <section className={styles.together}>
      <h3>{t.sameRequestChanges}</h3>
      <ul>
        {data.rows.map((other) => (
          <li key={other.id}>
            <Link to={`/reports/audit/${other.id}`} search={(now: object) => now}>
              {recordOf(other)}
            </Link>{' '}
            {actionWord(other.action)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function consequenceOf(action: string): string | undefined {
  const consequences: Readonly<Record<string, string>> = {
    created: t.itIsDeleted,
    modified: t.restoreHelp,
    deleted: t.recreateHelp,
  }
  return consequences[action]
}

/** Reverts one change after confirmation; resolves to whether it was done. */
async function revertChange(queryClient: QueryClient, entry: AuditEntry): Promise<boolean> {
  const done = await confirm({
    title: t.revertQuestion({ record: recordOf(entry) }),
    text: consequenceOf(entry.action) ?? '',
    action: t.revert,
    run: async () => {
      await send({ verb: 'POST', path: `system/audit/${entry.id}/take_back` })
    },
  })
  if (!done) return false
  notify({ type: 'success', title: t.module, text: t.reverted })
  await queryClient.invalidateQueries({ queryKey: ['collection'] })
  return true
}
