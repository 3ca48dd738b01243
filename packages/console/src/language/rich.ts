import { createElement, Fragment, type ReactNode } from 'react'

/** Creates a message with elements in it. They are passed as separate children, so that they need no keys. */
export function rich(...parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}
