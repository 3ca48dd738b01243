import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { packageMessages } from './messages.ts'

const atOnce = 200

/** Returns the first items of a long list, and a button that shows more; `null` if there are no more. */
export function useMore<T>(all: readonly T[]): { readonly shown: readonly T[]; readonly more: ReactNode } {
  const [most, setMost] = useState(atOnce)
  if (all.length <= most) return { shown: all, more: null }
  return {
    shown: all.slice(0, most),
    more: (
      <Button variant="quiet" onClick={() => setMost(most + atOnce * 5)}>
        {packageMessages.showMore({ count: all.length })}
      </Button>
    ),
  }
}
