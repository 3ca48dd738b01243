import { IconExternalLink, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { basePath } from '../../instance/base-path.ts'
import type { FieldProps } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { CellDraft } from '../../widgets/grid/drafts.ts'
import { dataAddress } from './data-address.ts'
import { tableQuery } from './data-queries.ts'
import { namingFields, recordNameOf, referredQuery } from './lookup-queries.ts'
import { dataMessages } from './messages.ts'
import { ReferenceLookup } from './reference-lookup.tsx'
import { referredField } from './table-description.ts'
import type { TablePlace, WireField } from './wire-table.ts'

interface ReferenceFieldProps extends FieldProps {
  place: TablePlace
  field: WireField
  text: string
  none: boolean
  /** Placeholder when there is no value. */
  absent: string
  onChange: (value: CellDraft) => void
}

/** A reference: its value and the name of the referenced record, which can be chosen in a lookup. */
export function ReferenceField({ place, field, text, none, absent, onChange, ...named }: ReferenceFieldProps) {
  const [open, setOpen] = useState(false)
  const target = { service: place.service, table: field.ref_table ?? '' }
  const other = useQuery({ ...tableQuery(target), enabled: open || !none }).data?.table
  const refField = other ? referredField(other, field) : field.ref_field || 'id'
  const referred = useQuery({
    ...referredQuery(target, refField, text),
    enabled: !none && text !== '',
  }).data
  const words = referred && other ? recordNameOf(namingFields(other, refField), referred) : ''
  const key = referred && other?.key.length === 1 ? other.key.map((one) => String(referred[one])).join() : null
  return (
    <>
      <TextField
        {...named}
        help={words || named.help}
        value={text}
        placeholder={none ? absent : ''}
        readOnly
        onChange={() => {}}
        action={
          <Row as="span">
            {key === null ? null : (
              <IconButton
                reads
                size="small"
                label={dataMessages.openRelatedRecord({ label: named.label })}
                icon={<IconExternalLink />}
                onClick={() =>
                  window.open(
                    `${basePath}${dataAddress(target.service, target.table)}?record=${encodeURIComponent(key)}`,
                    '_blank',
                    'noopener',
                  )
                }
              />
            )}
            {none || field.allow_null === false ? null : (
              <IconButton
                size="small"
                label={dataMessages.setFieldNull({ field: named.label })}
                icon={<IconX />}
                onClick={() => onChange({ value: null })}
              />
            )}
            <IconButton
              size="small"
              label={dataMessages.lookUp({ field: named.label })}
              icon={<IconSearch />}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            />
          </Row>
        }
      />
      {open ? (
        <ReferenceLookup
          title={dataMessages.lookUp({ field: named.label })}
          place={target}
          onClose={() => setOpen(false)}
          onChoose={(record) => {
            onChange({ value: record[refField] ?? null })
            setOpen(false)
          }}
        />
      ) : null}
    </>
  )
}
