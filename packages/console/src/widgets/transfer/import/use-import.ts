import type { CsvForm } from '@millwright/contract/wire/csv-form'
import type { TextEncoding } from '@millwright/contract/wire/text-encoding'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { notify } from '../../../notifications/notify.ts'
import { commonWords } from '../../../words/messages.ts'
import { type CheckResult, checkFile } from './check-file.ts'
import { encodingOf, filePieces } from './file-text.ts'
import { mappingOf, planProblem } from './import-plan.ts'
import type { ImportChoices, ImportTarget } from './import-target.ts'
import { t } from './messages.ts'
import { type ImportProgress, type ImportResult, ImportRun } from './run-import.ts'
import { formatOfName, formatOfText, openTableFile, type TableFile, type TextPieces } from './table-file.ts'

type Work =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking'; readonly done: number }
  | { readonly kind: 'sending'; readonly progress: ImportProgress; readonly total: number }
  | { readonly kind: 'checked'; readonly result: CheckResult }
  | { readonly kind: 'ended'; readonly result: ImportResult; readonly run: ImportRun; readonly total: number }

/** An opened file and its name. */
export interface OpenedFile {
  readonly name: string
  readonly file: TableFile
  /** The file's encoding; pasted text has none. */
  readonly encoding?: TextEncoding
  /** Reads it again in a form that was recognized otherwise; absent if it has none. */
  readonly reread?: (overrides: ToldForm) => Promise<void>
}

/** What the user says about a file that was recognized otherwise. */
export type ToldForm = Partial<CsvForm> & { readonly encoding?: TextEncoding }

interface ImportParts {
  readonly target: ImportTarget
  /** A file that is already chosen. */
  readonly opened: OpenedFile | null
  /** Called when records were created or changed. `all`: the whole file was imported. */
  readonly onImported: (all: boolean, stored: number) => void
}

/** State of an import: the file, its mapping, the check of every row, and then the sending. */
export function useImport({ target, opened, onImported }: ImportParts) {
  const abort = useRef<AbortController>(null)
  const [source, setSource] = useState<OpenedFile | null>(opened)
  const [choices, setChoices] = useState<ImportChoices>({
    mapping: opened ? mappingOf(opened.file, target) : [],
    mode: 'create',
    empty: target.empty,
    keep: target.keep,
  })
  const [work, setWork] = useState<Work>({ kind: 'none' })
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const plan = { target, ...choices, decimalComma: source?.file.form?.decimalComma ?? false }

  /** Runs a long task that can be stopped. */
  const start = async (run: (signal: AbortSignal) => Promise<void>) => {
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    setProblem(null)
    try {
      await run(controller.signal)
    } catch (error) {
      setWork({ kind: 'none' })
      if (!controller.signal.aborted) setProblem(messageOf(error))
    }
  }

  const open = (
    name: string,
    format: ReturnType<typeof formatOfName>,
    text: (
      signal: AbortSignal,
      overrides: ToldForm,
    ) => Promise<{ readonly pieces: TextPieces; readonly encoding?: TextEncoding }>,
    overrides: ToldForm = {},
  ): Promise<void> =>
    start(async (signal) => {
      setWork({ kind: 'none' })
      if (format === null) {
        setSource(null)
        notify({ type: 'error', title: commonWords.apiError, text: t.wrongKind })
        throw new Error(t.wrongKind)
      }
      const { pieces, ...rest } = await text(signal, overrides)
      const file = await openTableFile(format, pieces, signal, overrides).catch((error: unknown) => {
        setSource(null)
        throw error
      })
      const known = { ...file.form, ...rest }
      const reread = (change: ToldForm) => open(name, format, text, { ...known, ...change })
      setSource({ name, file, ...rest, ...(file.form && { reread }) })
      setChoices((now) => ({ ...now, mapping: mappingOf(file, target) }))
    })

  const run = (running: ImportRun, total: number) =>
    start(async (signal) => {
      const onProgress = (progress: ImportProgress) => setWork({ kind: 'sending', progress, total })
      onProgress({ done: 0, sent: null })
      const result = await running.run({ signal, onProgress })
      setWork({ kind: 'ended', result, run: running, total })
      const { stop, wrong, stored } = result
      const all = stop === null && wrong === 0
      if (all || stored > 0 || stop?.doubtful) onImported(all, stored)
    })

  return {
    source,
    choices,
    setChoices,
    work,
    problem,
    /** Why the file cannot be checked, or `null`. */
    refusal: source ? planProblem(plan) : t.fileMissing,
    openFile: (file: File) =>
      open(file.name, formatOfName(file.name), async (signal, overrides) => {
        const encoding = overrides.encoding ?? (await encodingOf(file, signal))
        return { pieces: filePieces(file, encoding), encoding }
      }),
    openText: (text: string) =>
      open(t.pastedText, formatOfText(text), async () => ({
        pieces: async function* () {
          yield text
        },
      })),
    check: () =>
      source &&
      start(async (signal) => {
        setWork({ kind: 'checking', done: 0 })
        const onProgress = (done: number) => setWork({ kind: 'checking', done })
        setWork({ kind: 'checked', result: await checkFile({ target, file: source.file, plan, signal, onProgress }) })
      }),
    back: () => setWork({ kind: 'none' }),
    send: (total: number) =>
      source && run(new ImportRun({ target, file: source.file, plan, keep: choices.keep }), total),
    /** Resumes after a stop, with the rows in flight or after them. */
    goOn: (running: ImportRun, total: number, behind: boolean) => {
      if (behind) running.skipDoubtful()
      return run(running, total)
    },
    stop: () => abort.current?.abort(),
  }
}

export type Import = ReturnType<typeof useImport>
