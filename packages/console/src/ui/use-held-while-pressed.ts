import { type PointerEvent, useState } from 'react'

/**
 * Keeps what a list of search results shows while one of them is pressed: results that arrive before the release would put another one
 * below the pointer. `typed`: the search text, of which a change ends the hold. Returns what to show, and handlers for the list.
 */
export function useHeldWhilePressed<Listed>(found: Listed, typed: string) {
  const [held, setHeld] = useState<{ readonly listed: Listed; readonly typed: string } | null>(null)
  const listed = held?.typed === typed ? held.listed : found
  const release = () => setHeld(null)
  const press = {
    onPointerDown: () => setHeld({ listed, typed }),
    onPointerCancel: release,
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // A finger leaves when it is lifted, before the click that it makes.
      if (pointerType !== 'touch') release()
    },
    onClick: release,
  }
  return { listed, press }
}
