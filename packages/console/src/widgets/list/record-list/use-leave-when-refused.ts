import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { InstanceError } from '../../../instance/instance-error.ts'
import type { ListDeclaration, ListMessages } from '../../records/list-declaration/declaration.ts'
import { useLoadFailure } from '../../records/load-failure/load-failure.tsx'

/** Whether a failed request returns home. The user can fix an invalid search or a lost connection on the page. */
export function leavesBecauseOf(
  error: unknown,
  returnHomeOn: 'any-refusal' | 'no-access',
  hasSearch: boolean,
): boolean {
  if (!(error instanceof InstanceError) || error.kind !== 'refused') return false
  if (isNoAccess(error)) return true
  return returnHomeOn === 'any-refusal' && !(hasSearch && error.status === 400)
}

function isNoAccess(error: unknown): boolean {
  return error instanceof InstanceError && (error.status === 401 || error.status === 403)
}

interface LeaveParts {
  readonly messages: Pick<ListMessages, 'module' | 'loadFailed' | 'noAccess'>
  readonly returnHomeOn?: ListDeclaration<never>['returnHomeOn']
  readonly refusalTone?: ListDeclaration<never>['refusalTone']
}

/** Reports that a tab failed to load and, for the errors in `returnHomeOn`, returns home. `error` is `null` without a failure. */
export function useReturnHomeOnError(
  { messages, returnHomeOn = 'no-access', refusalTone }: LeaveParts,
  error: Error | null,
  hasSearch: boolean,
): void {
  const navigate = useNavigate()
  const leaves = leavesBecauseOf(error, returnHomeOn, hasSearch)
  const { module } = messages
  const text = isNoAccess(error) ? (messages.noAccess ?? messages.loadFailed) : messages.loadFailed
  useLoadFailure(error, { module, text, type: refusalTone ?? 'error' })
  useEffect(() => {
    if (leaves) void navigate({ to: '/home', replace: true })
  }, [leaves, navigate])
}
