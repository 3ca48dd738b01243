import type { DependentGroup, Dependents } from '@millwright/contract/wire/dependents'
import type { Environment } from '@millwright/contract/wire/environment'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { hasFeature } from '../../instance/environment.ts'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { type RecentUse, recentUse } from '../usage/recent-use.ts'
import { RecentUseNote } from '../usage/recent-use-note.tsx'
import styles from './dependent-list.module.css'
import { countedDependents, dependentNames } from './dependent-words.ts'
import { type DeletionTarget, dependentsOf } from './dependents.ts'
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
  if (!isAnswer(found)) return use && { body: <RecentUseNote use={use} />, blocked: false, certain: false }
  const { resource, hidden } = found
  const dependents = resource.length > 0 || hidden ? <DependentList groups={resource} hidden={hidden} /> : null
  const body =
    use === null ? (
      dependents
    ) : (
      <Stack gap={3}>
        {dependents}
        <RecentUseNote use={use} />
      </Stack>
    )
  return { body, blocked: resource.some(({ blocks }) => blocks), certain: hasFeature(environment, 'dependents') }
}

/** Milliseconds before the confirmation is shown without this information. */
const patience = 4000

/** Recent usage, or `null` if unknown. */
async function usedBy(collection: string, doomed: DeletionTarget): Promise<RecentUse | null> {
  if (!('ids' in doomed)) return null
  return recentUse(collection, doomed.ids, AbortSignal.timeout(patience)).catch(() => null)
}

/** A proxy may respond with something else. */
function isAnswer(found: Dependents | null): found is Dependents {
  return Array.isArray(found?.resource) && found.resource.every(({ names }) => Array.isArray(names))
}

/** Lists what depends on the records to be deleted, and the consequences. */
function DependentList({ groups, hidden }: { groups: readonly DependentGroup[]; hidden: boolean }) {
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
        {hidden ? <li>{groups.length > 0 ? t.otherHiddenRecords : t.hiddenRecords}</li> : null}
      </ul>
    </section>
  )
}
