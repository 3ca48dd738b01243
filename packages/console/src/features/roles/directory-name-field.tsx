import { useQueries, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { TextField } from '../../ui/text-field.tsx'
import { directoryGroupsQuery, offeredGroups } from './directory-groups.ts'

interface DirectoryNameFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** The distinguished name of a group: one that a directory lists, found by typing, or any that is written out. */
export function DirectoryNameField({ value, error, onChange }: DirectoryNameFieldProps) {
  const list = useId()
  const environment = useQuery(environmentQuery).data ?? {}
  // Directories are not asked about groups by everybody who only looks at a role.
  const [touched, setTouched] = useState(false)
  const enabled = touched && hasFeature(environment, 'directory-groups')
  const services = environment.authentication?.adldap ?? []
  const answers = useQueries({
    queries: services.map(({ name }) => ({ ...directoryGroupsQuery(name), enabled })),
  })
  const groups = services.flatMap(({ name, label }, at) =>
    (answers[at]?.data ?? []).map((group) => ({ ...group, from: services.length > 1 ? label || name : '' })),
  )
  return (
    <>
      <TextField
        label="DN (Distinguished Name)"
        help="People of this group of the directory get the role when they sign in. Type a part of its name to find it."
        mono
        spellCheck={false}
        autoComplete="off"
        list={list}
        value={value}
        error={error}
        onChange={(typed) => {
          setTouched(true)
          onChange(typed)
        }}
      />
      <datalist id={list}>
        {offeredGroups(groups, value).map(({ dn, text }) => (
          <option key={dn} value={dn}>
            {text}
          </option>
        ))}
      </datalist>
    </>
  )
}
