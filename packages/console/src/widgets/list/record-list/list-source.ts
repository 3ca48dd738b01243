import type { Column, ListDeclaration, WireRecord } from '../../records/list-declaration/declaration.ts'
import type { ExportScope, ExportSource } from '../../transfer/export/export-source.ts'
import { cellText } from './cell-text.ts'
import { isNarrowed, type ListQuery } from './first-page.ts'
import { t } from './messages.ts'
import { countOf, isNothing, type Selection } from './selection.ts'
import { withBeside } from './use-rows.ts'
import { chosenPages, readPages } from './whole-list.ts'

interface SourceParts<R extends WireRecord> {
  readonly declaration: ListDeclaration<R>
  readonly question: ListQuery
  /** Visible columns. */
  readonly columns: readonly Column<R>[]
  readonly selection: Selection
  /** Number of matches; `null` if unknown. */
  readonly total: number | null
}

/** The records of a list as an export source. */
export function listSource<R extends WireRecord>(parts: SourceParts<R>): ExportSource<R> {
  const { declaration, columns, selection, total } = parts
  const { collection, one, many, exportRelated = [] } = declaration
  /** A complete export includes the declared relations, one of the visible columns those that they need. */
  const queryFor = (filter: string | null, fields: readonly string[] | null): ListQuery => ({
    ...parts.question,
    filter,
    offset: 0,
    related: fields === null ? exportRelated : parts.question.related,
  })
  /** Visible columns include the additional data. */
  const shownToo = (pages: AsyncGenerator<readonly R[]>, fields: readonly string[] | null, signal: AbortSignal) =>
    withBeside(pages, fields === null ? undefined : declaration.beside, signal)
  const { filter } = parts.question
  const isPart = isNarrowed(parts.question)
  const all: ExportScope<R> = {
    value: 'all',
    label: t.allMany({ many }),
    count: isPart ? null : total,
    pages: (fields, signal) =>
      shownToo(readPages<R>({ ...queryFor(null, fields), narrowed: {} }, null, signal), fields, signal),
  }
  const matching: ExportScope<R> = {
    value: 'matching',
    label: t.matchingMany({ many }),
    count: total,
    pages: (fields, signal) => shownToo(readPages<R>(queryFor(filter, fields), null, signal), fields, signal),
  }
  const selected: ExportScope<R> = {
    value: 'selected',
    label: t.selectedMany({ many }),
    count: countOf(selection, total),
    pages: (fields, signal) => shownToo(chosenPages<R>(queryFor(filter, fields), selection, signal), fields, signal),
  }
  const rest: [ExportScope<R>, ...ExportScope<R>[]] = isPart ? [matching, all] : [all]
  const byField = new Map(columns.map((column) => [column.field, column]))
  return {
    title: t.exportMany({ many }),
    module: declaration.messages.module,
    fileName: collection,
    one,
    many,
    scopes: isNothing(selection) ? rest : [selected, ...rest],
    fields: null,
    shown: {
      fields: columns.map(({ field }) => field),
      reading: {
        labels: columns.map(({ label }) => label),
        text: (record, field) => {
          const column = byField.get(field)
          return column ? cellText(column, record) : ''
        },
      },
    },
  }
}
