import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { t } from './messages.ts'

/** The confirmation before unsaved changes are discarded. */
export const leaveQuestion = () => t.continueWithoutSaving

/**
 * Asks for confirmation before unsaved changes are discarded, by a link, the back button or closing the tab. Returns a function that
 * disables this once they are safe. Navigation below `within` does not count as leaving, nor does navigation that `stays` accepts, by
 * default changes of the search parameters only.
 */
export function useLeaveGuard(
  unsaved: readonly string[],
  within?: string,
  stays: (now: Address, next: Address) => boolean = samePath,
): () => void {
  const safe = useRef(false)
  // A form that stays open after a save asks again about later input.
  if (unsaved.length === 0) safe.current = false
  const names = unsaved.join(', ')
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (unsaved.length === 0 || safe.current || stays(current, next)) return false
      if (within !== undefined && [current, next].every(({ pathname }) => isWithin(pathname, within))) return false
      const leave = await confirm({
        title: leaveQuestion(),
        text: t.unsavedNames({ names }),
        action: t.discardChanges,
        cancel: t.keepEditing,
        danger: true,
      })
      return !leave
    },
    enableBeforeUnload: () => unsaved.length > 0 && !safe.current,
  })
  return () => {
    safe.current = true
  }
}

interface Address {
  readonly pathname: string
  readonly search: object
}

const samePath = (now: Address, next: Address) => now.pathname === next.pathname

function isWithin(path: string, place: string): boolean {
  const there = plain(path)
  const within = plain(place)
  return there === within || there.startsWith(`${within}/`)
}

/** The same path may be percent-encoded in different ways. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
