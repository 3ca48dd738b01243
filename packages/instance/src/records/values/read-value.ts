import type { Engine } from '../../engines/engine.ts'
import type { BoundValue } from '../../engines/statement.ts'
import type { DescribedField } from '../described-table.ts'

export type EngineName = Engine['name']

/** What the value of a field is read by. */
export type ValueField = Pick<DescribedField, 'apiName' | 'type' | 'dbType' | 'length' | 'precision' | 'scale'>

/** Turns one value of the wire, null or a text of a file included, into what the column takes; refuses others with 400. */
export type ReadValue = (value: unknown) => BoundValue
