import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  createRecord,
  invalidateCollection,
  type Loaded,
  type RecordId,
  readRecord,
  updateRecord,
} from '../../instance/collections.ts'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import type { Params } from '../../instance/transport.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { changedFields, type Draft, type DraftLabels, fieldsOf, merged, type Side } from './draft.ts'
import { type FormProblem, formProblem, noProblem, withoutField } from './form-problem.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Everything a tab says about editing its records. */
export interface EditorDeclaration<R extends { readonly id?: unknown }, D extends Draft> {
  /** `system/admin`. */
  readonly collection: string
  readonly params: Params
  readonly labels: DraftLabels<D>
  readonly toDraft: (record: R | null) => D
  readonly toCreate: (draft: D) => object
  /** Only what changed. */
  readonly toUpdate: (draft: D, record: R) => object
  readonly createParams?: (draft: D) => Params
  /** What can be told before asking the server; null when there is nothing to say. */
  readonly check: (draft: D, isNew: boolean) => FormProblem | null
}

/** Why a save did not go through although the form is in order. Nothing that was typed is lost in any of them. */
export type Trouble<R> =
  | { readonly kind: 'offline'; readonly message: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'conflict'; readonly theirs: Loaded<R> }

interface EditorParts<R extends { readonly id?: unknown }, D extends Draft> {
  readonly declaration: EditorDeclaration<R, D>
  /** What was read; null for a new record. */
  readonly loaded: Loaded<R> | null
  /** A new record may start as a copy. */
  readonly start?: D
  readonly onSaved: (record: R, isNew: boolean) => void
  /** The form of a stored record remains after a save, over what was stored. */
  readonly staysOpen?: boolean
}

/** A form over one record: what was typed, what of it is unsaved, and everything that can happen when it is saved. */
export function useEditor<R extends { readonly id?: unknown }, D extends Draft>(parts: EditorParts<R, D>) {
  const { declaration, onSaved } = parts
  const { labels } = declaration
  const queryClient = useQueryClient()
  const [base, setBase] = useState(parts.loaded)
  /** What is stored, as the form would show it; kept, so that its untouched parts are those of the draft. */
  const [before, setBefore] = useState<D>(() => declaration.toDraft(parts.loaded?.record ?? null))
  const [draft, setDraft] = useState<D>(parts.start ?? before)
  const [problem, setProblem] = useState<FormProblem>(noProblem)
  /** Counts refusals, so that the focus moves to the first error each time. */
  const [refusals, setRefusals] = useState(0)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<Trouble<R> | null>(null)

  const changed = changedFields(before, draft, labels)
  const unsaved = changed.map((field) => labels[field] ?? field)
  const letGo = useLeaveGuard(unsaved)

  const startOver = (stored: Loaded<R>) => {
    const shown = declaration.toDraft(stored.record)
    setBase(stored)
    setBefore(shown)
    setDraft(shown)
  }

  const refuse = (next: FormProblem) => {
    setProblem(next)
    setRefusals((count) => count + 1)
  }

  const write = (what: D, on: Loaded<R> | null): Promise<Loaded<R>> => {
    const { collection, params } = declaration
    if (on === null)
      return createRecord<R>(collection, declaration.toCreate(what), { ...params, ...declaration.createParams?.(what) })
    return updateRecord<R>({
      collection,
      id: idOfRecord(on.record),
      changes: declaration.toUpdate(what, on.record),
      params,
      base: on,
    })
  }

  const explain = async (error: unknown, on: Loaded<R> | null) => {
    notifyRefusal(error)
    if (!(error instanceof InstanceError)) return refuse({ fields: {}, general: [messageOf(error)] })
    if (error.kind === 'unreachable') return setTrouble({ kind: 'offline', message: error.message })
    if (on && error.status === 404) return setTrouble({ kind: 'gone' })
    if (on && error.kind === 'conflict') return showConflict(on)
    refuse(formProblem(error, fieldsOf(labels)))
  }

  const showConflict = async (on: Loaded<R>) => {
    try {
      const theirs = await readRecord<R>(declaration.collection, idOfRecord(on.record), declaration.params)
      setTrouble({ kind: 'conflict', theirs })
    } catch (error) {
      await explain(error, { ...on, etag: null })
    }
  }

  const persist = async (what: D, on: Loaded<R> | null) => {
    const found = declaration.check(what, on === null)
    if (found) return refuse(found)
    setProblem(noProblem)
    setTrouble(null)
    setSaving(true)
    try {
      const saved = await write(what, on)
      if (on && parts.staysOpen) startOver(saved)
      else letGo()
      onSaved(saved.record, on === null)
      void invalidateCollection(queryClient, declaration.collection)
    } catch (error) {
      await explain(error, on)
    } finally {
      setSaving(false)
    }
  }

  const change = <K extends keyof D & string>(field: K, next: (now: D[K]) => D[K]) => {
    setDraft((now) => ({ ...now, [field]: next(now[field]) }))
    setProblem((now) => withoutField(now, field))
  }

  return {
    draft,
    before,
    unsaved,
    problem,
    refusals,
    saving,
    trouble,
    isNew: base === null,
    record: base?.record ?? null,
    /** What was read or saved last; null for a new record. */
    loaded: base,
    /** Goes on from a record that was changed here by other means than this form. */
    rebase: setBase,
    set: <K extends keyof D & string>(field: K, value: D[K]) => change(field, () => value),
    /** From what is there by then: for changes that come later than the press that asked for them. */
    change,
    save: () => (saving ? Promise.resolve() : persist(draft, base)),
    /** Takes the chosen side of each field and saves that over what is stored now. */
    resolve: (theirs: Loaded<R>, choices: ReadonlyMap<string, Side>) => {
      const stored = declaration.toDraft(theirs.record)
      const next = merged(draft, stored, choices)
      setBase(theirs)
      setBefore(stored)
      setDraft(next)
      return persist(next, theirs)
    },
    /** Goes on with what was typed as a record that does not exist yet. */
    startAnew: () => {
      setBase(null)
      setBefore(declaration.toDraft(null))
      setTrouble(null)
    },
    dismissTrouble: () => setTrouble(null),
    /** Leaving asks no more: what was typed is safe, or nobody wants it. */
    letGo,
  }
}

export type Editor<R extends { readonly id?: unknown }, D extends Draft> = ReturnType<typeof useEditor<R, D>>

function idOfRecord(record: { readonly id?: unknown }): RecordId {
  return typeof record.id === 'number' || typeof record.id === 'string' ? record.id : ''
}
