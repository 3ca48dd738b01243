import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import { t } from './messages.ts'

/** Asked before unsaved work is left behind. */
export const leaveQuestion = () => t.continueWithoutSaving

/**
 * Asks before unsaved work is left behind: by a link, by the back button, by closing the tab. Answers a function to be called
 * once the work is safe, after which leaving is free. Addresses below `within` are no leaving: there the form stays. Nor are
 * those that differ in what `stays` passes over; without it, in all after the question mark.
 */
export function useLeaveGuard(
  unsaved: readonly string[],
  within?: string,
  stays: (now: Address, next: Address) => boolean = samePath,
): () => void {
  const safe = useRef(false)
  const names = unsaved.join(', ')
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (unsaved.length === 0 || safe.current || stays(current, next)) return false
      if (within !== undefined && [current, next].every(({ pathname }) => isWithin(pathname, within))) return false
      const leave = await confirm({
        title: leaveQuestion(),
        text: t.notSavedYetNames({ names }),
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
  const [there, within] = [plain(path), plain(place)]
  return there === within || there.startsWith(`${within}/`)
}

/** Addresses may spell the same signs in two ways. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
