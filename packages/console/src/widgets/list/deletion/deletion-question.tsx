import type { DependentGroup, Dependents } from '@millwright/contract/wire/dependents'
import type { Environment } from '@millwright/contract/wire/environment'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { hasFeature } from '../../../instance/environment.ts'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { type RecentUse, RecentUseNote, recentRequests, recentUse } from '../../charts/usage/recent-use.tsx'
import styles from './dependent-list.module.css'
import { countedDependents, type DeletionTarget, dependentNames, dependentsOf, namedAt } from './dependents.ts'
import { t } from './messages.ts'

export interface DeletionQuestion {
  /** What depends on the records, for the confirmation; `null` if nothing does. */
  readonly body: ReactNode
  /** Whether the instance deletes them only with `force`. */
  readonly blocked: boolean
  /** Whether that is certain because the instance reported it. */
  readonly certain: boolean
}

/** Checks what a deletion would break. Resolves to `null` if that is unknown. */
export async function questionOf(
  environment: Environment,
  collection: string,
  doomed: DeletionTarget,
): Promise<DeletionQuestion | null> {
  const [found, use] = await Promise.all([
    dependentsOf(environment, collection, doomed),
    hasFeature(environment, 'usage') ? usedBy(collection, doomed) : null,
  ])
  if (!isAnswer(found)) return use && { body: bodyOf(null, use), blocked: false, certain: false }
  const blocked = found.resource.some(({ blocks }) => blocks)
  return { body: bodyOf(found, use), blocked, certain: hasFeature(environment, 'dependents') }
}

/** What names things at paths of the API that will be gone, for the confirmation; `null` if nothing does, or that is unknown. */
export async function namedQuestion(environment: Environment, paths: readonly string[]): Promise<ReactNode> {
  const found = await namedAt(environment, paths)
  return isAnswer(found) ? bodyOf(found, null) : null
}

export interface Rename {
  /** Where the record or table is asked about: `system/service/4`. */
  readonly path: string
  readonly from: string
  readonly to: string
  /** Whether requests with the old name still arrive. */
  readonly stays?: boolean
  /** Parameters of `system/usage` that select its requests; absent: they are not counted. */
  readonly usage?: Readonly<Record<string, string>>
}

/** Asks whether something may get another name, with what follows the new one, what does not, and who used the old one. */
export async function confirmRename(
  environment: Environment,
  { path, from, to, stays = false, usage }: Rename,
): Promise<boolean> {
  const [found, use] = await Promise.all([
    namedAt(environment, [path], to),
    usage !== undefined && !stays && hasFeature(environment, 'usage')
      ? recentRequests(usage, 'app', AbortSignal.timeout(patience)).catch(() => null)
      : null,
  ])
  const known = isAnswer(found)
  const outcome = stays ? t.oldNameStays({ from }) : t.oldNameEnds({ from })
  const followed = known && stays ? { ...found, resource: found.resource.filter(isRenamed) } : found
  return confirm({
    title: t.renameQuestion({ from, to }),
    text: known ? outcome : `${outcome} ${t.maybeNothingFollows}`,
    body: bodyOf(known ? followed : null, use),
    action: t.rename,
  })
}

function bodyOf(found: Dependents | null, use: RecentUse | null): ReactNode {
  const { resource = [], hidden = false, hidden_count } = found ?? {}
  const dependents =
    resource.length > 0 || hidden ? (
      <DependentList groups={resource} hidden={hidden} hiddenCount={hidden_count} />
    ) : null
  if (use === null) return dependents
  return (
    <Stack gap={3}>
      {dependents}
      <RecentUseNote use={use} />
    </Stack>
  )
}

/** Milliseconds before the confirmation is shown without this information. */
const patience = 4000

/** Recent usage, or `null` if unknown. */
async function usedBy(collection: string, doomed: DeletionTarget): Promise<RecentUse | null> {
  if (!('ids' in doomed)) return null
  return recentUse(collection, doomed.ids, AbortSignal.timeout(patience)).catch(() => null)
}

const isRenamed = ({ effect }: DependentGroup) => effect === 'renamed'

/** A proxy may respond with something else. */
function isAnswer(found: Dependents | null): found is Dependents {
  return Array.isArray(found?.resource) && found.resource.every(({ names }) => Array.isArray(names))
}

interface DependentListProps {
  readonly groups: readonly DependentGroup[]
  readonly hidden: boolean
  /** Absent: unknown. */
  readonly hiddenCount?: number | undefined
}

/** Lists what depends on the records, and the consequences. */
function DependentList({ groups, hidden, hiddenCount = 0 }: DependentListProps) {
  return (
    <section className={styles.dependents} aria-label={t.inUse}>
      <p className={styles.title}>
        <IconAlertTriangle size={16} aria-hidden="true" />
        {t.inUseTitle}
      </p>
      <ul className={styles.list}>
        {groups.map((group) => (
          <li key={`${group.resource} ${group.consequence}`}>
            <p>
              <strong>{countedDependents(group)}</strong>
              {': '}
              {dependentNames(group)}
            </p>
            <Text tone="muted">{group.consequence}</Text>
          </li>
        ))}
        {hidden ? <li>{t.hiddenRecords({ count: hiddenCount, others: groups.length > 0 ? 'yes' : 'no' })}</li> : null}
      </ul>
    </section>
  )
}
