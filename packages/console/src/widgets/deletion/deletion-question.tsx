import type { Dependents } from '@millwright/contract/wire/dependents'
import type { Environment } from '@millwright/contract/wire/environment'
import type { ReactNode } from 'react'
import { hasFeature } from '../../instance/environment.ts'
import { DependentList } from './dependent-list.tsx'
import { type Doomed, dependentsOf } from './dependents.ts'

export interface DeletionQuestion {
  /** What depends on the records, for the window that asks; null: nothing. */
  readonly body: ReactNode
  /** The instance deletes them only by force. */
  readonly blocked: boolean
  /** Whether that is certain: the instance itself has said it. */
  readonly certain: boolean
}

/** Looks what a deletion would break. Null: nobody can tell. */
export async function questionOf(
  environment: Environment,
  collection: string,
  doomed: Doomed,
): Promise<DeletionQuestion | null> {
  const found = await dependentsOf(environment, collection, doomed)
  if (!isAnswer(found)) return null
  const { resource, hidden } = found
  const body = resource.length > 0 || hidden ? <DependentList groups={resource} hidden={hidden} /> : null
  return { body, blocked: resource.some(({ blocks }) => blocks), certain: hasFeature(environment, 'dependents') }
}

/** Somebody between us and the instance may answer something else. */
function isAnswer(found: Dependents | null): found is Dependents {
  return Array.isArray(found?.resource) && found.resource.every(({ names }) => Array.isArray(names))
}
