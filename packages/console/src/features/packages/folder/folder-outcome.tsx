import type { ConfigChange, ConfigDifference, ConfigFolderPlan, PlacedProblem } from '@millwright/contract/wire/config'
import { useState } from 'react'
import { serverMessages } from '../../../instance/server-sentences.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import look from '../../../ui/lines.module.css'
import { Text } from '../../../ui/text.tsx'
import { countedDependents, dependentNames } from '../../../widgets/list/deletion/dependents.ts'
import { commonWords } from '../../../words/messages.ts'
import { packageMessages } from '../messages.ts'
import styles from '../packages.module.css'
import { useMore } from '../use-more.tsx'
import { folderMessages } from './messages.ts'
import type { FolderAnswer as Outcome } from './use-folder-plan.ts'

interface FolderOutcomeProps {
  outcome: Outcome
  applying: boolean
  onApply: (plan: ConfigFolderPlan) => void
}

/** A plan to apply, or what came of it. */
export function FolderOutcome({ outcome, applying, onApply }: FolderOutcomeProps) {
  switch (outcome.kind) {
    case 'plan':
      return <Plan key={outcome.plan.plan} plan={outcome.plan} applying={applying} onApply={onApply} />
    case 'applied':
      return (
        <Banner tone="success" title={folderMessages.applied}>
          {folderMessages.appliedCounts({ count: outcome.plan.changes.length })}{' '}
          {folderMessages.unchangedCount({ count: outcome.plan.unchanged })}
        </Banner>
      )
    case 'missing':
      return <Banner tone="warning">{folderMessages.valuesMissing}</Banner>
    case 'refused':
      return (
        <Banner tone="danger" title={folderMessages.refused}>
          <Problems problems={outcome.problems} />
        </Banner>
      )
    case 'stale':
      return (
        <Banner tone="warning" title={folderMessages.staleTitle}>
          {folderMessages.staleHelp}
        </Banner>
      )
    case 'lost':
      return (
        <Banner tone="danger" title={folderMessages.connectionLost}>
          {folderMessages.connectionLostHelp}
        </Banner>
      )
    case 'cancelled':
      return (
        <Banner tone="info" title={folderMessages.cancelled}>
          {folderMessages.cancelledHelp}
        </Banner>
      )
  }
}

function Problems({ problems }: { problems: readonly PlacedProblem[] }) {
  const { shown, more } = useMore(problems)
  return (
    <>
      <ul className={styles.sentences}>
        {shown.map(({ file, line, message }) => (
          <li key={`${file}:${line} ${message}`}>
            {file === null ? null : (
              <Text as="code" mono size="sm" breakAnywhere>
                {line === null ? file : `${file}:${line}`}{' '}
              </Text>
            )}
            {serverMessages.say(message)}
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

interface PlanProps {
  plan: ConfigFolderPlan
  applying: boolean
  onApply: (plan: ConfigFolderPlan) => void
}

function Plan({ plan, applying, onApply }: PlanProps) {
  const [agreed, setAgreed] = useState(false)
  const { changes, unchanged } = plan
  const { shown, more } = useMore(changes)
  const losses = changes.filter(({ destroys, loses }) => destroys === true || loses !== undefined).length
  if (changes.length === 0) return <Banner tone="success">{folderMessages.noChanges}</Banner>
  const types = [...new Set(shown.map(({ type }) => type))]
  return (
    <Stack as="section" gap={4} shrink aria-labelledby="folder-plan">
      <h2 id="folder-plan" className={styles.heading}>
        {folderMessages.plan}
      </h2>
      <Row gap={2} wrap>
        {actions.map((action) => {
          const count = changes.filter((change) => change.action === action).length
          return count === 0 ? null : (
            <Badge key={action} tone={tones[action]}>
              {packageMessages.actionCount({ action: wordOf(action), count })}
            </Badge>
          )
        })}
      </Row>
      {types.map((type) => (
        <Kind key={type} type={type} all={changes} shown={shown} />
      ))}
      {more}
      {unchanged === 0 ? null : <Text tone="muted">{folderMessages.unchangedCount({ count: unchanged })}</Text>}
      {losses === 0 ? null : (
        <Checkbox label={folderMessages.consent({ count: losses })} value={agreed} onChange={setAgreed} />
      )}
      <Row>
        <Button
          variant={losses === 0 ? 'primary' : 'danger'}
          loading={applying}
          disabledReason={losses > 0 && !agreed && folderMessages.consentMissing}
          onClick={() => onApply(plan)}
        >
          {folderMessages.applyPlan}
        </Button>
      </Row>
    </Stack>
  )
}

interface KindProps {
  type: string
  all: readonly ConfigChange[]
  shown: readonly ConfigChange[]
}

/** The changes of records of one kind. */
function Kind({ type, all, shown }: KindProps) {
  const count = all.filter((change) => change.type === type).length
  return (
    <Stack as="section" gap={2} shrink aria-labelledby={`plan-${type}`}>
      <h3 id={`plan-${type}`} className={styles.kind}>
        {countedDependents({ resource: type, count })}
      </h3>
      <Stack as="ul" className={classNames(look.lines, styles.drift)} aria-labelledby={`plan-${type}`}>
        {shown
          .filter((change) => change.type === type)
          .map((change) => (
            <li key={change.name}>
              <Change change={change} />
            </li>
          ))}
      </Stack>
    </Stack>
  )
}

const tones = { create: 'success', change: 'warning', adopt: 'accent', release: 'neutral', delete: 'danger' } as const

const actions = ['create', 'change', 'adopt', 'release', 'delete'] as const

function wordOf(action: ConfigChange['action']): string {
  return action === 'create' ? commonWords.create : folderMessages[action]
}

function Change({ change }: { change: ConfigChange }) {
  const { action, name, file, differences, dependents = [], requests_30d, destroys, loses = [], same_as } = change
  return (
    <Stack shrink grow>
      <span>
        <Badge tone={tones[action]}>{wordOf(action)}</Badge> {name}{' '}
        {file === undefined ? null : (
          <Text as="code" mono size="sm" tone="muted" breakAnywhere>
            {file}
          </Text>
        )}
      </span>
      {action === 'adopt' ? <Note>{folderMessages.adoptHelp}</Note> : null}
      {action === 'release' ? <Note>{folderMessages.releaseHelp}</Note> : null}
      {same_as === undefined ? null : <Note>{folderMessages.likeDeleted({ name: same_as })}</Note>}
      {differences.map((difference) => (
        <Text key={difference.field} size="sm" mono breakAnywhere>
          {differenceText(action, difference)}
        </Text>
      ))}
      {dependents.map((group) => (
        <Text key={group.resource} size="sm">
          {folderMessages.inUse({ names: `${countedDependents(group)}: ${dependentNames(group)}` })}
        </Text>
      ))}
      {requests_30d === undefined ? null : <Note>{folderMessages.recentRequests({ count: requests_30d })}</Note>}
      {loses.map((sentence) => (
        <Text key={sentence} size="sm" tone="danger">
          {serverMessages.say(sentence)}
        </Text>
      ))}
      {destroys === true ? (
        <Text size="sm" tone="danger">
          {folderMessages.destroyHelp}
        </Text>
      ) : null}
    </Stack>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Text size="sm" tone="muted">
      {children}
    </Text>
  )
}

function differenceText(action: ConfigChange['action'], { field, from, to }: ConfigDifference): string {
  if (from === undefined && to === undefined) return folderMessages.secretField({ field })
  return action === 'create' ? `${field}: ${textOf(to)}` : `${field}: ${textOf(from)} → ${textOf(to)}`
}

const longest = 120

function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
