import { useRef, useState } from 'react'
import type { Loaded } from '../../../instance/collections.ts'
import { InstanceError, messageOf } from '../../../instance/instance-error.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { useIsOpen } from '../../../ui/use-is-open.ts'
import { changedFields, type Draft, type DraftLabels, fieldsOf, merged, type Side, withLateInput } from './draft.ts'
import { type FormProblem, formProblem, noProblem, withoutField } from './form-problem.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** The notification for a form that was not sent. */
export interface CheckNotice {
  /** `error` by default. */
  readonly type?: 'warning' | 'error'
  readonly title: string
  readonly text: string
}

/** Converts between a record and the values of a form. */
export interface FormDeclaration<R, D extends Draft> {
  readonly labels: DraftLabels<D>
  readonly toDraft: (record: R | null) => D
  /** Validates the draft before it is sent; `null` if it is valid. */
  readonly check: (draft: D, isNew: boolean) => FormProblem | null
  /** A notification in addition to the field errors, or `null`. */
  readonly notice?: (found: FormProblem, draft: D, isNew: boolean) => CheckNotice | null
  /** Maps a server's field name to a member of the draft; the same name if absent. */
  readonly fieldFor?: (said: string) => string
  /** Rewords an error for this form; unchanged if absent. */
  readonly reword?: (error: InstanceError, draft: D) => InstanceError
  /** Groups of fields that share an error: changing one clears it at all of them. */
  readonly together?: readonly (readonly string[])[]
}

/** How a record is stored. All methods reject with `InstanceError`, of kind `conflict` if someone else changed the record meanwhile. */
export interface RecordAccess<R, D extends Draft> {
  /** Resolves to the record as stored. `on`: the record as read before editing; `null` for a new one. */
  readonly write: (draft: D, on: Loaded<R> | null) => Promise<Loaded<R>>
  readonly read: (on: Loaded<R>) => Promise<Loaded<R>>
  /** Invalidates other views of the record. */
  readonly outdate: () => void
  /** Called before a valid draft is written; `false` if the user cancels. */
  readonly allow?: (draft: D, on: Loaded<R> | null) => Promise<boolean>
}

/** Why a valid form could not be saved. The input is preserved in each case. */
export type Trouble<R> =
  | { readonly kind: 'offline'; readonly message: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'conflict'; readonly theirs: Loaded<R> }

export interface FormOptions<R, D extends Draft> {
  readonly declaration: FormDeclaration<R, D>
  readonly access: RecordAccess<R, D>
  /** The record as read; `null` for a new one. */
  readonly loaded: Loaded<R> | null
  /** Initial values, such as of a copy. */
  readonly start?: D
  /** Reports what was saved, even if the form was closed meanwhile. */
  readonly onSaved: (record: R, isNew: boolean) => void
  /**
   * Moves on from the saved form. Not called if it was closed meanwhile, since whoever left is elsewhere by then, or if it has input that
   * came too late for the save.
   */
  readonly onDone?: (record: R, isNew: boolean) => void
  /** The form of a stored record stays open after a save, and shows the stored values. */
  readonly staysOpen?: boolean
  /** The path below which the form stays open. */
  readonly within?: string
}

/** Props that bind a control to a member of a draft. */
export interface BoundField<T> {
  readonly label: string
  readonly value: T
  readonly error: string | undefined
  onChange(value: T): void
}

/** The part of a form that its controls require. */
export interface FormFields<D extends Draft> {
  readonly draft: D
  /** The stored values. */
  readonly before: D
  readonly problem: FormProblem
  /** Label, value, error and change handler of one control. */
  field<K extends keyof D & string>(name: K): BoundField<D[K]>
  set<K extends keyof D & string>(name: K, value: D[K]): void
}

/** The binding of a control, for forms that hold their draft themselves. */
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

/** A form for one record: its values, which of them are unsaved, and saving with its possible failures. */
export function useForm<R, D extends Draft>(parts: FormOptions<R, D>) {
  const { declaration, access, onSaved } = parts
  const { labels } = declaration
  const [base, setBase] = useState(parts.loaded)
  /** The stored values as form values; in state, so that untouched members are identical to the draft's. */
  const [before, setBefore] = useState<D>(() => declaration.toDraft(parts.loaded?.record ?? null))
  const [draft, setDraft] = useState<D>(parts.start ?? before)
  const latest = useRef(draft)
  latest.current = draft
  const [problem, setProblem] = useState<FormProblem>(noProblem)
  /** Counts rejections, so that focus moves to the first error each time. */
  const [refusals, setRefusals] = useState(0)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<Trouble<R> | null>(null)

  const changed = changedFields(before, draft, labels)
  const unsaved = changed.map((field) => labels[field] ?? field)
  const letGo = useLeaveGuard(unsaved, parts.within)
  const isOpen = useIsOpen()

  const startOver = (stored: Loaded<R>, sent: D) => {
    const shown = declaration.toDraft(stored.record)
    setBase(stored)
    setBefore(shown)
    setDraft((now) => withLateInput(now, sent, shown))
  }

  const finish = (stored: Loaded<R>, sent: D, isNew: boolean) => {
    const isLate = changedFields(sent, latest.current, labels).length > 0
    if (isLate || (!isNew && parts.staysOpen)) startOver(stored, sent)
    onSaved(stored.record, isNew)
    if (isLate || !isOpen()) return
    letGo()
    parts.onDone?.(stored.record, isNew)
  }

  const refuse = (next: FormProblem) => {
    setProblem(next)
    setRefusals((count) => count + 1)
  }

  const explain = async (failure: unknown, on: Loaded<R> | null, what: D) => {
    if (!(failure instanceof InstanceError)) {
      notifyError(failure)
      return refuse({ fields: {}, general: [messageOf(failure)] })
    }
    const error = declaration.reword?.(failure, what) ?? failure
    if (error.kind === 'unreachable') return setTrouble({ kind: 'offline', message: error.message })
    if (on && error.status === 404) return setTrouble({ kind: 'gone' })
    if (on && error.kind === 'conflict') return showConflict(on, what)
    notifyError(error)
    refuse(formProblem(error, fieldsOf(labels), declaration.fieldFor))
  }

  const showConflict = async (on: Loaded<R>, what: D) => {
    try {
      setTrouble({ kind: 'conflict', theirs: await access.read(on) })
    } catch (error) {
      await explain(error, { ...on, etag: null }, what)
    }
  }

  /** The current record after a conflict. */
  const changedMeanwhile = async (failure: unknown, on: Loaded<R>): Promise<Loaded<R> | null> =>
    failure instanceof InstanceError && failure.kind === 'conflict' ? access.read(on).catch(() => null) : null

  /**
   * Whether a record has these values in all fields that the form shows: those before editing if only other members were changed, those
   * sent if an earlier save was stored although its answer was lost.
   */
  const shows = ({ record }: Loaded<R>, values: D) =>
    changedFields(values, declaration.toDraft(record), labels).length === 0

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
      // Whoever left while this was checked or asked discarded the input.
      if (!isOpen()) return
      // A write that failed, or whose answer was lost, may have stored what was sent, or a part of it.
      finish(await access.write(what, on).finally(access.outdate), what, on === null)
    } catch (error) {
      const now = on === null ? null : await changedMeanwhile(error, on)
      if (now !== null && shows(now, what)) finish(now, what, false)
      else if (now !== null && !isRetry && shows(now, before)) await persist(what, now, true)
      else await explain(error, on, what)
    } finally {
      setSaving(false)
    }
  }

  const change = <K extends keyof D & string>(field: K, next: (now: D[K]) => D[K], about: string = field) => {
    setDraft((now) => ({ ...now, [field]: next(now[field]) }))
    const answered = declaration.together?.find((group) => group.includes(field)) ?? [about]
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
    /** The record as last read or saved; `null` for a new one. */
    loaded: base,
    /** Continues from a record that was changed by other means than this form. */
    rebase: setBase,
    /** Adopts a record that was stored by other means; `join` determines the resulting draft. */
    follow: (stored: Loaded<R>, join: (draft: D, before: D, now: D) => D) => {
      const shown = declaration.toDraft(stored.record)
      setDraft((now) => join(now, before, shown))
      setBase(stored)
      setBefore(shown)
    },
    /** Replaces the whole draft, such as from JSON text. */
    replace: (next: D) => {
      setDraft(next)
      setProblem(noProblem)
    },
    set,
    field: <K extends keyof D & string>(name: K) => boundField({ labels, draft, problem, set }, name),
    /**
     * Updates a field based on its current value, for changes that complete asynchronously. `about`: the member of the value that changes,
     * so that messages about others stay.
     */
    change,
    save: () => (saving ? Promise.resolve() : persist(draft, base)),
    /** Applies the chosen side of each field and saves over the currently stored record. */
    resolve: (theirs: Loaded<R>, choices: ReadonlyMap<string, Side>) => {
      const stored = declaration.toDraft(theirs.record)
      const next = merged(draft, stored, choices)
      setBase(theirs)
      setBefore(stored)
      setDraft(next)
      return persist(next, theirs)
    },
    /** Continues with the current values as a new record. */
    continueAsNew: () => {
      setBase(null)
      setBefore(declaration.toDraft(null))
      setTrouble(null)
    },
    dismissTrouble: () => setTrouble(null),
    /** Disables the confirmation on leaving, when the input is saved or discarded. */
    letGo,
    /** Whether the form is still shown, for work that ends later. */
    isOpen,
  }
}

export type Form<R, D extends Draft> = ReturnType<typeof useForm<R, D>>
