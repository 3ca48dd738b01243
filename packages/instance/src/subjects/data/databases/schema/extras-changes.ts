import type { FieldExtras, RelationExtras, TableExtras, VirtualRelation } from './extras.ts'

/** A change of the extras stored for a service's tables; tables by their names on the wire, relations by their names in lower case. */
export type ExtrasChange =
  | { readonly kind: 'table'; readonly table: string; readonly extras: TableExtras }
  | { readonly kind: 'field'; readonly table: string; readonly field: string; readonly extras: FieldExtras }
  | { readonly kind: 'relation'; readonly table: string; readonly relation: string; readonly extras: RelationExtras }
  | { readonly kind: 'add relation' | 'remove relation'; readonly table: string; readonly relation: VirtualRelation }
  /** Includes everything that refers to it. */
  | { readonly kind: 'forget table'; readonly table: string }
  | { readonly kind: 'forget field'; readonly table: string; readonly field: string }

/** Returns whether extras have no content, so that they need no row. */
export function isEmpty(extras: TableExtras | FieldExtras | RelationExtras): boolean {
  return Object.values(extras).every((value) => value === null || value === false)
}
