import type { ReactNode } from 'react'
import type { Loaded, RecordId } from '../../../instance/collections.ts'
import { notify } from '../../../notifications/notify.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useActivationOffer } from '../activation/use-activation-offer.ts'
import type { Draft } from '../editor-frame/draft.ts'
import type { EditorSection } from '../editor-frame/editor-form.tsx'
import { EditorContent } from '../editor-frame/editor-frame.tsx'
import { RecordEditor } from '../editor-frame/record-editor.tsx'
import { RecordForm } from '../editor-frame/record-form.tsx'
import { type Editor, idOfRecord, type PanelDeclaration, useEditor } from '../editor-frame/use-editor.ts'

/** A record, as any server returns it. */
interface Editable {
  readonly id?: unknown
  readonly is_active?: unknown
}

/** What a panel says of its records. */
interface PanelWords {
  /** The tab, as the title of notifications. */
  readonly module: string
  /** In sentences: `the app`. */
  readonly one: string
  /** In titles: `App`. */
  readonly thing: string
}

/** The panel of a tab's records, as declared by the tab. Its functions whose names begin with `use` are hooks. */
export interface PanelOf<R extends Editable, D extends Draft> {
  /** The path of the list, such as `/apps`. */
  readonly path: string
  readonly wide?: boolean
  readonly words: () => PanelWords
  readonly nameOf: (record: R) => string
  readonly subtitle?: (record: R) => ReactNode
  readonly useDeclaration: () => PanelDeclaration<R, D>
  /** Whether what new records depend on is loaded. */
  readonly useReady?: () => boolean
  /** Opens the form of a new record with its first values; without it, these are those of `toDraft`. */
  readonly NewRecord?: (props: NewRecordProps<D>) => ReactNode
  readonly useSections: (editor: Editor<R, D>, declaration: PanelDeclaration<R, D>) => readonly EditorSection[]
  /** Actions besides Save. */
  readonly actions?: (section: string, open: (section: string) => void) => ReactNode
  /** The notification after saving; its title is `module` unless it has one. */
  readonly saved: (record: R, isNew: boolean) => { readonly title?: string; readonly text: string }
  /** What follows from a new record being inactive; with it, the panel offers to activate it. */
  readonly inactiveNote?: () => string
  /** Called with what was saved. */
  readonly useAfterSave?: () => (record: R) => void
}

export interface NewRecordProps<D> {
  readonly onClose: () => void
  readonly children: (start: D | null) => ReactNode
}

export interface PanelProps {
  /** `null` for a new record. */
  readonly id: string | null
  readonly onSaved: (id: RecordId) => void
}

interface DeclaredPanelProps<R extends Editable, D extends Draft> extends PanelProps {
  panel: PanelOf<R, D>
}

/** The panel of a new or existing record over its list, as its tab declares it. */
export function DeclaredPanel<R extends Editable, D extends Draft>({ panel, id, onSaved }: DeclaredPanelProps<R, D>) {
  const { path, wide = false, nameOf, NewRecord } = panel
  const declaration = panel.useDeclaration()
  const isReady = panel.useReady?.() ?? true
  const { one, thing } = panel.words()
  return (
    <RecordEditor<R>
      path={path}
      collection={declaration.collection}
      params={declaration.params}
      one={one}
      thing={thing}
      nameOf={nameOf}
      {...(panel.subtitle && { subtitle: panel.subtitle })}
      wide={wide}
      id={id}
      onSaved={onSaved}
    >
      {({ copied, ...form }) => {
        if (!isReady)
          return (
            <EditorContent aria-busy="true">
              <Skeleton lines={8} />
            </EditorContent>
          )
        const formWith = (start: D | null) => (
          <PanelForm panel={panel} declaration={declaration} start={start} {...form} />
        )
        if (copied !== null) return formWith(declaration.toCopy(copied))
        if (form.loaded !== null || NewRecord === undefined) return formWith(null)
        return <NewRecord onClose={form.onClose}>{formWith}</NewRecord>
      }}
    </RecordEditor>
  )
}

interface PanelFormProps<R extends Editable, D extends Draft> {
  panel: PanelOf<R, D>
  declaration: PanelDeclaration<R, D>
  loaded: Loaded<R> | null
  /** The first values of a new record; `null`: those of `toDraft`. */
  start: D | null
  onClose: () => void
  onSaved: (id: RecordId) => void
}

function PanelForm<R extends Editable, D extends Draft>(props: PanelFormProps<R, D>) {
  const { panel, declaration, loaded, start, onClose, onSaved } = props
  const { module, one } = panel.words()
  const afterSave = panel.useAfterSave?.()
  const offerActivation = useActivationOffer({
    collection: declaration.collection,
    module,
    consequence: panel.inactiveNote?.() ?? '',
  })
  const editor = useEditor<R, D>({
    declaration,
    loaded,
    ...(start && { start }),
    onSaved: (record, isNew) => {
      const id = idOfRecord(record)
      afterSave?.(record)
      notify({ type: 'success', title: module, ...panel.saved(record, isNew) })
      if (isNew && panel.inactiveNote) {
        offerActivation({ id, name: panel.nameOf(record), active: record.is_active !== false })
      }
    },
    onDone: (record) => onSaved(idOfRecord(record)),
  })
  return (
    <RecordForm
      editor={editor}
      declaration={declaration}
      one={one}
      sections={panel.useSections(editor, declaration)}
      {...(panel.actions && { actions: panel.actions })}
      onClose={onClose}
    />
  )
}
