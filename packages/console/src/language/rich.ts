import { createElement, Fragment, type ReactNode } from 'react'

/** A message with elements in it. Given as children one by one, they need no keys. */
export function rich(...parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}
