import { Checkbox } from '../../ui/checkbox.tsx'
import { Pair } from '../../ui/layout.tsx'
import room from '../../ui/room.module.css'
import { TextField } from '../../ui/text-field.tsx'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { peopleMessages } from './messages.ts'
import type { PersonDraft } from './person-draft.ts'

export interface PersonPartProps {
  form: FormFields<PersonDraft>
}

/** Name, contact data and active state of a person. */
export function PersonFields({ form: { field }, loginBy }: PersonPartProps & { loginBy: 'email' | 'username' }) {
  const byName = loginBy === 'username'
  return (
    <Pair>
      <TextField
        {...field('username')}
        label={byName ? peopleMessages.usernameRequired : peopleMessages.usernameOptional}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...field('email')}
        label={byName ? commonWords.email : peopleMessages.emailRequired}
        type="email"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField {...field('first_name')} label={peopleMessages.firstName} />
      <TextField {...field('last_name')} label={peopleMessages.lastName} />
      <TextField {...field('name')} label={peopleMessages.displayName} />
      <TextField {...field('phone')} label={peopleMessages.phone} type="tel" />
      <div className={room.whole}>
        <Checkbox {...field('is_active')} label={tabWords.active} help={peopleMessages.activeHelp} />
      </div>
    </Pair>
  )
}
