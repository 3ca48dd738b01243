import type { RecordId } from '../../../instance/collections.ts'

/** Selected records: individual ids across pages, or all matches of the list except some. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<RecordId> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<RecordId> }

export const nothing: Selection = { kind: 'some', ids: new Set() }
export const allMatching: Selection = { kind: 'all', except: new Set() }

export function isSelected(selection: Selection, id: RecordId): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)
}

export function isNothing(selection: Selection): boolean {
  return selection.kind === 'some' && selection.ids.size === 0
}

/** `null` while the number of matches is unknown. */
export function countOf(selection: Selection, matches: number | null): number | null {
  if (selection.kind === 'some') return selection.ids.size
  return matches === null ? null : Math.max(0, matches - selection.except.size)
}

export function setSelected(selection: Selection, ids: Iterable<RecordId>, chosen: boolean): Selection {
  const inSet = selection.kind === 'some' ? chosen : !chosen
  const next = new Set(selection.kind === 'some' ? selection.ids : selection.except)
  for (const id of ids) {
    if (inSet) next.add(id)
    else next.delete(id)
  }
  return selection.kind === 'some' ? { kind: 'some', ids: next } : { kind: 'all', except: next }
}

export function toggled(selection: Selection, id: RecordId): Selection {
  return setSelected(selection, [id], !isSelected(selection, id))
}

/** Applies the state of the last touched row to all rows up to this one, inclusive. */
export function rangeSelected(
  selection: Selection,
  page: readonly RecordId[],
  from: RecordId,
  to: RecordId,
): Selection {
  const start = page.indexOf(from)
  const end = page.indexOf(to)
  if (start < 0 || end < 0) return setSelected(selection, [to], true)
  return setSelected(selection, page.slice(Math.min(start, end), Math.max(start, end) + 1), true)
}

export type PageState = 'none' | 'some' | 'all'

export function pageState(selection: Selection, page: readonly RecordId[]): PageState {
  const chosen = page.filter((id) => isSelected(selection, id)).length
  if (chosen === 0) return 'none'
  return chosen === page.length ? 'all' : 'some'
}
