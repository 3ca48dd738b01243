import type { ReactNode } from 'react'

interface InSightProps {
  className?: string | undefined
  children: ReactNode
}

/** What comes below the button that brought it about: the page moves to it, as far as that takes. */
export function InSight({ className, children }: InSightProps) {
  return (
    <div ref={show} className={className}>
      {children}
    </div>
  )
}

/** Once, as it comes: the function stays the same, so that later changes move nothing. */
function show(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
