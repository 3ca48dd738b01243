import type { ExportScope, ExportSource } from '../export/export-source.ts'
import { cellText } from './cell-text.ts'
import type { Column, ListDeclaration, WireRecord } from './declaration.ts'
import { isNarrowed, type ListQuestion } from './first-page.ts'
import { t } from './messages.ts'
import { withBeside } from './read-beside.ts'
import { countOf, isNothing, type Selection } from './selection.ts'
import { chosenPages, readPages } from './whole-list.ts'

interface SourceParts<R extends WireRecord> {
  readonly declaration: ListDeclaration<R>
  readonly question: ListQuestion
  /** Those that are shown. */
  readonly columns: readonly Column<R>[]
  readonly selection: Selection
  /** How many match; null while it is not known. */
  readonly total: number | null
}

/** The records of a list as they can leave in a file. */
export function listSource<R extends WireRecord>(parts: SourceParts<R>): ExportSource<R> {
  const { declaration, columns, selection, total } = parts
  const { collection, one, many, exportRelated = [] } = declaration
  /** What is written whole comes with the relations that belong to it, what is shown with those that it is read from. */
  const asked = (filter: string | null, fields: readonly string[] | null): ListQuestion => ({
    ...parts.question,
    filter,
    offset: 0,
    related: fields === null ? exportRelated : parts.question.related,
  })
  /** What is shown comes with what is read beside it. */
  const shownToo = (pages: AsyncGenerator<readonly R[]>, fields: readonly string[] | null, signal: AbortSignal) =>
    withBeside(pages, fields === null ? undefined : declaration.beside, signal)
  const { filter } = parts.question
  const isPart = isNarrowed(parts.question)
  const all: ExportScope<R> = {
    value: 'all',
    label: t.allMany({ many }),
    count: isPart ? null : total,
    pages: (fields, signal) =>
      shownToo(readPages<R>({ ...asked(null, fields), narrowed: {} }, null, signal), fields, signal),
  }
  const matching: ExportScope<R> = {
    value: 'matching',
    label: t.matchingMany({ many }),
    count: total,
    pages: (fields, signal) => shownToo(readPages<R>(asked(filter, fields), null, signal), fields, signal),
  }
  const selected: ExportScope<R> = {
    value: 'selected',
    label: t.selectedMany({ many }),
    count: countOf(selection, total),
    pages: (fields, signal) => shownToo(chosenPages<R>(asked(filter, fields), selection, signal), fields, signal),
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
