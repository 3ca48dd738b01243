import type { Session } from '../engine.ts'
import type { Draft, SentRelation } from './draft.ts'
import type { RecordKey, WriteScope } from './write-scope.ts'

export interface SplitRelated {
  readonly before: readonly SentRelation[]
  readonly after: readonly SentRelation[]
}

export function splitRelated(_scope: WriteScope, { related }: Draft): SplitRelated {
  return { before: related.filter(({ relation }) => relation.type === 'belongs_to'), after: [] }
}

export async function relatedBefore(
  _session: Session,
  _scope: WriteScope,
  draft: Draft,
  _related: SplitRelated,
): Promise<Draft> {
  return draft
}

export async function relatedAfter(
  _session: Session,
  _scope: WriteScope,
  _key: RecordKey,
  _draft: Draft,
  _related: SplitRelated,
): Promise<void> {}

export function relatedElsewhere(_scope: WriteScope, _key: RecordKey, _draft: Draft): Promise<void> | undefined {
  return undefined
}
