import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { StaffMember } from '#src/contract/staff.ts'
import type { CustomField } from '#src/ui/list/declare-list.ts'
import { readTexts } from '#src/ui/list/field-values.ts'
import styles from './duty-page.module.css'

interface WhoFieldProps {
  field: CustomField
  /** Undefined while they are being read. */
  staff: readonly StaffMember[] | undefined
}

/** Who is on duty: everyone, or the chosen. Nobody chosen is everyone, as on the wire (CONTRACT section 6). */
export function WhoField({ field, staff }: WhoFieldProps) {
  const { id, label, value, isReadOnly, describedBy, onChange } = field
  const chosen = readTexts(value)
  const gone = staff ? chosen.filter((userId) => !staff.some((person) => person.id === userId)) : []
  const people = [...(staff ?? []), ...gone.map((userId) => ({ id: userId, name: 'Somebody who is gone' }))]

  function toggle(userId: string, isChosen: boolean) {
    onChange(isChosen ? [...chosen, userId] : chosen.filter((other) => other !== userId))
  }

  return (
    <div id={id} className={styles.who} role="group" aria-label={label} aria-describedby={describedBy}>
      <label className={styles.person}>
        <Checkbox
          name="userIds"
          checked={chosen.length === 0}
          disabled={isReadOnly}
          onChange={() => onChange([])}
        />
        <span>Everyone</span>
      </label>
      {people.map((person) => (
        <label key={person.id} className={styles.person}>
          <Checkbox
            name="userIds"
            checked={chosen.includes(person.id)}
            disabled={isReadOnly}
            onChange={({ currentTarget }) => toggle(person.id, currentTarget.checked)}
          />
          <span dir="auto">{person.name}</span>
        </label>
      ))}
    </div>
  )
}
