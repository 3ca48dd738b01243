import {
  type ContractEnforcement,
  type ContractMode,
  type DriftChange,
  driftSeverities,
} from '@millwright/contract/wire/schema-contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Choice, type ChoiceOption } from '../../../ui/choice.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { EditorContent, EditorFrame } from '../../../widgets/form/editor-frame/editor-frame.tsx'
import { useManagedForm } from '../../../widgets/form/managed/managed-note.tsx'
import { useSaveBlock } from '../../../widgets/form/managed/record-lock.ts'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { schemaMessages } from '../messages.ts'
import styles from './contract.module.css'
import {
  changeContract,
  changeInWords,
  contractKey,
  lockTable,
  promoteContract,
  serviceContractQuery,
  severityWords,
  type TableContract,
  tableContractQuery,
  unlockTable,
} from './contract-calls.ts'
import { contractMessages } from './messages.ts'

interface ContractPanelProps {
  service: string
  table: string
  onClose: () => void
}

/** Whether the shape of a table is locked, and what has changed since (docs/wire/schema-contracts.md). */
export function ContractPanel({ service, table, onClose }: ContractPanelProps) {
  const { below } = useManagedForm({ collection: 'system/schema_contract', name: service })
  return (
    <EditorFrame
      title={contractMessages.contractTitle({ table })}
      subtitle={contractMessages.contractHelp}
      onClose={onClose}
    >
      <EditorContent>
        <Stack gap={6}>
          {below(
            <>
              <OfTable service={service} table={table} />
              <OfService service={service} />
            </>,
          )}
        </Stack>
      </EditorContent>
    </EditorFrame>
  )
}

/**
 * Runs a change of the contract, shows its result or `done` as a notification and invalidates the contract's queries. `doing` is `null`
 * when idle.
 */
function useContractWork(service: string) {
  const queryClient = useQueryClient()
  const [doing, setDoing] = useState<string | null>(null)
  async function run(what: string, work: () => Promise<unknown>, done = ''): Promise<void> {
    setDoing(what)
    try {
      const answer = await work()
      const text = typeof answer === 'string' ? answer : done
      notify({ type: 'success', title: schemaMessages.module, text, tag: 'contract' })
      await queryClient.invalidateQueries({ queryKey: contractKey(service) })
    } catch (error) {
      notifyError(error)
    } finally {
      setDoing(null)
    }
  }
  return { doing, run }
}

function OfTable({ service, table }: Pick<ContractPanelProps, 'service' | 'table'>) {
  const { data, error, refetch } = useQuery(tableContractQuery(service, table))
  const { doing, run } = useContractWork(service)
  const writeBlock = useSaveBlock()
  if (error) return <LoadFailure error={error} text={contractMessages.contractFailed} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={4} />

  const lock = (force: boolean) =>
    run('lock', () => lockTable(service, table, force), contractMessages.shapeLocked({ table }))
  const lockAgain = async ({ summary }: TableContract) => {
    const risky = summary.breaking_count + summary.potentially_breaking_count > 0
    const agreed =
      !risky ||
      (await confirm({
        title: contractMessages.lockQuestion({ table }),
        text: contractMessages.lockWarning,
        action: contractMessages.lockNewShape,
        danger: true,
      }))
    if (agreed) await lock(risky)
  }
  const unlock = () => run('unlock', () => unlockTable(service, table), contractMessages.shapeUnlocked({ table }))

  if (data === null)
    return (
      <Stack as="section" gap={3} align="start">
        <Text tone="muted" measure>
          {contractMessages.unlockedHelp}
        </Text>
        <Button
          variant="primary"
          loading={doing === 'lock'}
          disabledReason={writeBlock}
          onClick={() => void lock(false)}
        >
          {contractMessages.lockThisShape}
        </Button>
      </Stack>
    )
  const { version, locked, summary, changes } = data
  const isSame = summary.total_changes === 0
  return (
    <Stack as="section" gap={4}>
      <Row gap={3} wrap>
        <Badge tone={isSame ? 'success' : summary.breaking_count > 0 ? 'danger' : 'warning'}>
          {contractMessages.changes({ count: summary.total_changes })}
        </Badge>
        <Text tone="muted" size="sm">
          {contractMessages.versionLocked({ version, locked: () => <RelativeDate value={locked} /> })}
        </Text>
      </Row>
      {isSame ? null : (
        <ul>
          {bySeverity(changes).map((change) => (
            <Row as="li" key={`${change.kind} ${change.path}`} gap={3} align="baseline" className={styles.change}>
              <Badge tone={severityWords[change.severity]?.tone ?? 'neutral'}>
                {severityWords[change.severity]?.label ?? change.severity}
              </Badge>
              <Text as="span" breakAnywhere>
                {changeInWords(change)}
              </Text>
            </Row>
          ))}
        </ul>
      )}
      <Row gap={2} wrap>
        {isSame ? null : (
          <Button loading={doing === 'lock'} disabledReason={writeBlock} onClick={() => void lockAgain(data)}>
            {contractMessages.lockNewShape}
          </Button>
        )}
        <Button variant="quiet" loading={doing === 'unlock'} disabledReason={writeBlock} onClick={() => void unlock()}>
          {contractMessages.unlock}
        </Button>
      </Row>
    </Stack>
  )
}

const bySeverity = (changes: readonly DriftChange[]) =>
  driftSeverities.flatMap((severity) => changes.filter((each) => each.severity === severity))

const modes: readonly ChoiceOption<ContractMode>[] = [
  {
    value: 'none',
    label: contractMessages.followTheDatabase,
    help: contractMessages.modeReports,
  },
  {
    value: 'auto',
    label: contractMessages.modeHarmless,
    help: contractMessages.docsLocked,
  },
  {
    value: 'strict',
    label: contractMessages.modeStrict,
    help: contractMessages.docsLocked,
  },
]

const enforcements: readonly ChoiceOption<ContractEnforcement>[] = [
  {
    value: 'off',
    label: contractMessages.callsCurrent,
  },
  {
    value: 'shape_response',
    label: contractMessages.callsLocked,
  },
  {
    value: 'strict',
    label: contractMessages.callsLockedOnly,
    help: contractMessages.callsLockedHelp,
  },
]

/** Settings of all tables of the service; each choice is saved immediately. */
function OfService({ service }: Pick<ContractPanelProps, 'service'>) {
  const { data } = useQuery(serviceContractQuery(service))
  const { doing, run } = useContractWork(service)
  const writeBlock = useSaveBlock()
  if (!data) return null
  const save = (change: Parameters<typeof changeContract>[1]) =>
    run('settings', () => changeContract(service, change), contractMessages.contractSaved({ service }))
  const held = doing !== null || Boolean(writeBlock)
  return (
    <Stack as="section" gap={4} aria-label={contractMessages.lockedTablesTitle({ service })}>
      <Choice
        label={contractMessages.lockedTablesTitle({ service })}
        options={modes}
        value={data.mode}
        disabled={held}
        onChange={(mode) => void save({ mode })}
      />
      {data.mode === 'none' ? null : (
        <Choice
          label={contractMessages.whatCallersSee}
          options={enforcements}
          value={data.runtime_enforcement}
          disabled={held}
          onChange={(runtime_enforcement) => void save({ runtime_enforcement })}
        />
      )}
      {data.mode === 'auto' ? (
        <Row>
          <Button
            loading={doing === 'promote'}
            disabledReason={writeBlock}
            onClick={() => void run('promote', () => promoteContract(service))}
          >
            {contractMessages.acceptHarmless}
          </Button>
        </Row>
      ) : null}
    </Stack>
  )
}
