import { useState } from 'react'
import type { Loaded } from '../../instance/collections.ts'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { changedFields, type Draft, type DraftLabels, fieldsOf, merged, type Side } from './draft.ts'
import { type FormProblem, formProblem, noProblem, withoutField } from './form-problem.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** What a notification says of a form that was not sent. */
export interface CheckNotice {
  /** An error unless it says otherwise. */
  readonly type?: 'warning' | 'error'
  readonly title: string
  readonly text: string
}

/** How the controls of a form and a record become each other. */
export interface FormDeclaration<R, D extends Draft> {
  readonly labels: DraftLabels<D>
  readonly toDraft: (record: R | null) => D
  /** What can be told before asking the server; null when there is nothing to say. */
  readonly check: (draft: D, isNew: boolean) => FormProblem | null
  /** What of that is told as a notification too; null: nothing. */
  readonly notice?: (found: FormProblem, draft: D, isNew: boolean) => CheckNotice | null
  /** The member of the draft that the server means by a name of its own; the name itself when absent. */
  readonly fieldFor?: (said: string) => string
  /** A refusal in the words of this form; itself when absent. */
  readonly reword?: (error: InstanceError, draft: D) => InstanceError
  /** Groups of fields that a complaint is about together: who changes one has answered it at the others. */
  readonly together?: readonly (readonly string[])[]
}

/** How a record is stored. All throw `InstanceError`; of kind `conflict` when somebody else changed the record meanwhile. */
export interface RecordAccess<R, D extends Draft> {
  /** Answers the record as it is stored then. `on`: what was read before editing; null for a new one. */
  readonly write: (draft: D, on: Loaded<R> | null) => Promise<Loaded<R>>
  readonly read: (on: Loaded<R>) => Promise<Loaded<R>>
  /** What shows the record elsewhere is old now. */
  readonly outdate: () => void
  /** Asked before a draft that is in order is written; false: the person thought better of it. */
  readonly allow?: (draft: D, on: Loaded<R> | null) => Promise<boolean>
}

/** Why a save did not go through although the form is in order. Nothing that was typed is lost in any of them. */
export type Trouble<R> =
  | { readonly kind: 'offline'; readonly message: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'conflict'; readonly theirs: Loaded<R> }

export interface FormParts<R, D extends Draft> {
  readonly declaration: FormDeclaration<R, D>
  readonly access: RecordAccess<R, D>
  /** What was read; null for a new record. */
  readonly loaded: Loaded<R> | null
  /** A new record may start as a copy. */
  readonly start?: D
  readonly onSaved: (record: R, isNew: boolean) => void
  /** The form of a stored record remains after a save, over what was stored. */
  readonly staysOpen?: boolean
  /** The address below which the form stays open. */
  readonly within?: string
}

/** What binds a control to a member of a draft; spread into it. */
export interface BoundField<T> {
  readonly label: string
  readonly value: T
  readonly error: string | undefined
  onChange(value: T): void
}

/** The part of a form that its controls need. */
export interface FormFields<D extends Draft> {
  readonly draft: D
  /** As it is stored. */
  readonly before: D
  readonly problem: FormProblem
  /** The label, value, error and handler of one control. */
  field<K extends keyof D & string>(name: K): BoundField<D[K]>
  set<K extends keyof D & string>(name: K, value: D[K]): void
}

/** The binding of a control, for forms that keep their draft themselves. */
export function boundField<D extends Draft, K extends keyof D & string>(
  form: Pick<FormFields<D>, 'draft' | 'problem' | 'set'> & { readonly labels: DraftLabels<D> },
  name: K,
): BoundField<D[K]> {
  return {
    label: form.labels[name] ?? name,
    value: form.draft[name],
    error: form.problem.fields[name],
    onChange: (value) => form.set(name, value),
  }
}

/** A form over one record: what was typed, what of it is unsaved, and everything that can happen when it is saved. */
export function useForm<R, D extends Draft>(parts: FormParts<R, D>) {
  const { declaration, access, onSaved } = parts
  const { labels } = declaration
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
  const letGo = useLeaveGuard(unsaved, parts.within)

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

  const explain = async (failure: unknown, on: Loaded<R> | null, what: D) => {
    if (!(failure instanceof InstanceError)) {
      notifyRefusal(failure)
      return refuse({ fields: {}, general: [messageOf(failure)] })
    }
    const error = declaration.reword?.(failure, what) ?? failure
    if (error.kind === 'unreachable') return setTrouble({ kind: 'offline', message: error.message })
    if (on && error.status === 404) return setTrouble({ kind: 'gone' })
    if (on && error.kind === 'conflict') return showConflict(on, what)
    notifyRefusal(error)
    refuse(formProblem(error, fieldsOf(labels), declaration.fieldFor))
  }

  const showConflict = async (on: Loaded<R>, what: D) => {
    try {
      setTrouble({ kind: 'conflict', theirs: await access.read(on) })
    } catch (error) {
      await explain(error, { ...on, etag: null }, what)
    }
  }

  /** The record as it is now, when it was changed meanwhile only in what the form does not show. */
  const unseenChange = async (failure: unknown, on: Loaded<R>): Promise<Loaded<R> | null> => {
    if (!(failure instanceof InstanceError) || failure.kind !== 'conflict') return null
    const theirs = await access.read(on).catch(() => null)
    if (theirs === null || changedFields(before, declaration.toDraft(theirs.record), labels).length > 0) return null
    return theirs
  }

  const persist = async (what: D, on: Loaded<R> | null, isRetry = false): Promise<void> => {
    const found = declaration.check(what, on === null)
    if (found) {
      const notice = declaration.notice?.(found, what, on === null)
      if (notice) notify({ type: 'error', ...notice, tag: 'refusal' })
      return refuse(found)
    }
    setProblem(noProblem)
    setTrouble(null)
    setSaving(true)
    try {
      if (access.allow && !(await access.allow(what, on))) return
      const saved = await access.write(what, on)
      if (on && parts.staysOpen) startOver(saved)
      else letGo()
      onSaved(saved.record, on === null)
      access.outdate()
    } catch (error) {
      const now = on === null || isRetry ? null : await unseenChange(error, on)
      await (now === null ? explain(error, on, what) : persist(what, now, true))
    } finally {
      setSaving(false)
    }
  }

  const change = <K extends keyof D & string>(field: K, next: (now: D[K]) => D[K]) => {
    setDraft((now) => ({ ...now, [field]: next(now[field]) }))
    const answered = declaration.together?.find((group) => group.includes(field)) ?? [field]
    setProblem((now) => answered.reduce(withoutField, now))
  }

  const set = <K extends keyof D & string>(name: K, value: D[K]) => change(name, () => value)

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
    /** Goes over to a record that was stored meanwhile by other means; `join` says what then stands in the form. */
    follow: (stored: Loaded<R>, join: (draft: D, before: D, now: D) => D) => {
      const shown = declaration.toDraft(stored.record)
      setDraft((now) => join(now, before, shown))
      setBase(stored)
      setBefore(shown)
    },
    /** All of it at once, as from a text. */
    replace: (next: D) => {
      setDraft(next)
      setProblem(noProblem)
    },
    set,
    field: <K extends keyof D & string>(name: K) => boundField({ labels, draft, problem, set }, name),
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

export type Form<R, D extends Draft> = ReturnType<typeof useForm<R, D>>
