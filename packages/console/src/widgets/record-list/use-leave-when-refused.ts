import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { InstanceError } from '../../instance/instance-error.ts'
import { useLoadFailure } from '../load-failure/load-failure.tsx'
import type { ListDeclaration, ListMessages } from './declaration.ts'

/** Whether a failed reading leads home. What a search of one's own brought about, and a lost connection, can be mended here. */
export function leavesBecauseOf(error: unknown, leavesOn: 'any-refusal' | 'no-access', asked: boolean): boolean {
  if (!(error instanceof InstanceError) || error.kind !== 'refused') return false
  if (isNoAccess(error)) return true
  return leavesOn === 'any-refusal' && !(asked && error.status === 400)
}

function isNoAccess(error: unknown): boolean {
  return error instanceof InstanceError && (error.status === 401 || error.status === 403)
}

interface LeaveParts {
  readonly messages: Pick<ListMessages, 'module' | 'loadFailed' | 'noAccess'>
  readonly leavesOn?: ListDeclaration<never>['leavesOn']
  readonly refusalTone?: ListDeclaration<never>['refusalTone']
}

/** Says that a tab could not be loaded and, where that is what a refusal means, leads home; `error` is null while all is well. */
export function useLeaveWhenRefused(
  { messages, leavesOn = 'no-access', refusalTone }: LeaveParts,
  error: Error | null,
  asked: boolean,
): void {
  const navigate = useNavigate()
  const leaves = leavesBecauseOf(error, leavesOn, asked)
  const { module } = messages
  const text = isNoAccess(error) ? (messages.noAccess ?? messages.loadFailed) : messages.loadFailed
  useLoadFailure(error, { module, text, type: refusalTone ?? 'error' })
  useEffect(() => {
    if (leaves) void navigate({ to: '/home', replace: true })
  }, [leaves, navigate])
}
