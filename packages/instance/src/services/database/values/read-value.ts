import type { Engine } from '../engine.ts'
import type { BoundValue } from '../statement.ts'

export type EngineName = Engine['name']

/** Turns one value of the wire, null or a text of a file included, into what the column takes; refuses others with 400. */
export type ReadValue = (value: unknown) => BoundValue
